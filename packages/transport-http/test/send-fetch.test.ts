import { Agent, fetch as undiciFetch } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { type FetchInit, type FetchReply, fetchSend } from "../src/fetch-send.js";
import { ask } from "./send-ask.js";
import { sendContract } from "./send-contract.js";

sendContract({
  name: "fetchSend",
  open: () => fetchSend(),
  trusting: (ca) => {
    const dispatcher = new Agent({ connect: { ca } });
    const send = fetchSend({ fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }) });
    return Object.assign(send, { close: () => void dispatcher.close() });
  },
  owns: false,
});

test("The platform's own fetch is one that can be given", () => {
  fetchSend({ fetch });
});

test("Nothing of a browser's own goes along: no cookies, no cache, no referrer", async () => {
  expect(await initFor()).toMatchObject({
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
  });
});

test("A platform that does not have these options is not given them", async () => {
  vi.stubGlobal("Request", class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(Object.keys(await initFor()).sort()).toEqual([
    "body",
    "headers",
    "method",
    "redirect",
    "signal",
  ]);
});

test("A redirect that a browser hides is a 307 without headers and body", async () => {
  const hidden: FetchReply = {
    type: "opaqueredirect",
    status: 0,
    headers: { get: () => null },
    body: null,
  };
  const asked = ask(fetchSend({ fetch: async () => hidden }), "http://host.invalid/");
  await asked.over();
  expect([asked.heard, asked.status]).toEqual([["head", "end"], 307]);
  expect(asked.header("location")).toBeUndefined();
});

test("A failure of which the platform says nothing is one to connect, and CORS a possible cause", async () => {
  const fail = () => {
    throw new TypeError("Failed to fetch");
  };
  const asked = ask(fetchSend({ fetch: fail }), "https://host.invalid/");
  await asked.over();
  expect(asked.failure).toMatchObject({ phase: "connect", code: "UNKNOWN" });
  expect(asked.failure?.message).toContain("host.invalid:443 cannot be reached");
  expect(asked.failure?.message).toContain("CORS");
});

/** What a platform's fetch is given. */
async function initFor(): Promise<FetchInit> {
  let given: FetchInit | undefined;
  const send = fetchSend({
    fetch: async (_, init) => {
      given = init;
      return new Response(null, { status: 202 });
    },
  });
  await ask(send, "http://host.invalid/").over();
  if (given === undefined) throw new Error("fetch was not called");
  return given;
}
