import { ManualClock, memoryTransport, multiplex, type Transport } from "@x/connection";
import type { Incoming } from "@x/wire";
import { expect, test } from "vitest";
import { SdkBridgeError, toSdkTransport } from "../src/index.js";
import { bridged, pendingCall } from "./support/bridged.js";
import { arrived } from "./support/hand-made.js";

const ping = { jsonrpc: "2.0", id: 0, method: "ping" } as const;

test("a transport is started once, and sends nothing before", async () => {
  const transport = toSdkTransport(memoryTransport(() => {}));
  await expect(transport.send(ping)).rejects.toMatchObject({ code: "not_connected" });
  await transport.start();
  await expect(transport.start()).rejects.toMatchObject({ code: "already_started" });
  await transport.close();
  await expect(transport.start()).rejects.toMatchObject({ code: "already_started" });
  await expect(transport.send(ping)).rejects.toMatchObject({ code: "not_connected" });
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" } as const;
  await expect(transport.send(notification)).rejects.toMatchObject({ code: "not_connected" });
});

test("an opening that fails is thrown by start, with the failure as its cause", async () => {
  const failure = {
    type: "open_failure",
    phase: "spawn",
    code: "ENOENT",
    message: "There is no /no/such.",
  } as const;
  const transport = toSdkTransport(memoryTransport(() => failure));
  const error = await transport.start().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SdkBridgeError);
  expect(error).toMatchObject({ code: "open_failed", message: failure.message, cause: failure });
  await transport.close();
});

test("close() while it is opening gives the opening up; before, it does nothing", async () => {
  const memory = memoryTransport(() => {});
  let letOpen = (): void => {};
  const transport = toSdkTransport({
    binding: memory.binding,
    open: async ({ clock, signal }) => {
      await new Promise<void>((resolve) => {
        letOpen = resolve;
        signal?.addEventListener("abort", resolve);
      });
      return memory.open({ clock, ...(signal === undefined ? {} : { signal }) });
    },
  });
  await toSdkTransport(memory).close();
  const starting = transport.start();
  const closing = transport.close();
  await expect(starting).rejects.toMatchObject({
    code: "open_failed",
    cause: { phase: "aborted" },
  });
  await closing;
  letOpen();
});

test("only over a stdio binding does the official client see a stdio transport", () => {
  const memory = memoryTransport(() => {});
  const binding = { type: "stdio", command: "x", args: [], cwd: "/", envHash: "" } as const;
  expect(toSdkTransport({ ...memory, binding })).toMatchObject({ pid: null, stderr: null });
  expect("pid" in toSdkTransport(memory)).toBe(false);
});

test("P2: a connection that ends says why, ends every call as the official client knows it, and is cleaned up", async () => {
  let closes = 0;
  let received: (incoming: readonly Incoming[]) => void = () => {};
  let ended = (): void => {};
  const message = 'The server process ended with exit code 3; its last words: "fatal".';
  const transport: Transport = {
    binding: { type: "memory", name: "counted" },
    open: async ({ clock }) => {
      const channel = {
        send: (_frame: string, done?: (sent: boolean) => void) => done?.(true),
        close: async () => {
          closes++;
          return { type: "local", message: "closed" } as const;
        },
      };
      const multiplexed = multiplex(channel, { clock });
      received = (incoming) => multiplexed.received(incoming);
      ended = () => {
        const exit = { exitCode: 3, signal: null, stderr: ["fatal"] };
        multiplexed.ended({ type: "exited", message, exit });
      };
      return multiplexed.connection;
    },
  };
  const bridge = toSdkTransport(transport, { clock: new ManualClock() });
  const seen: unknown[] = [];
  bridge.onerror = (error) => seen.push(error);
  bridge.onclose = () => seen.push("closed");
  await bridge.start();

  const tooLarge = bridge.send({ ...ping, id: 1 });
  const limits = { limitBytes: 10, sizeBytes: 11 };
  received([{ type: "too_large", ...limits, text: "", id: 1 }]);
  await expect(tooLarge).rejects.toMatchObject({
    code: "no_answer",
    message: expect.stringMatching(/11 bytes.*10 bytes/),
    cause: { type: "too_large", ...limits },
  });

  const pending = bridge.send(ping);
  ended();
  expect(await pending).toBeUndefined();
  expect(seen).toMatchObject([
    { code: "peer_fault" },
    { code: "connection_closed", message, fault: "remote", cause: { type: "exited" } },
    "closed",
  ]);
  // Nobody has called close() yet.
  expect(closes).toBe(1);
  await expect(bridge.send(ping)).rejects.toMatchObject({ code: "not_connected", message });
  await bridge.close();
  expect(closes).toBe(1);
  expect(seen).toHaveLength(3);
});

test("a call that is pending when the server ends rejects with the official client's own code", async () => {
  const modern = await bridged("modern");
  const [result] = await pendingCall(modern);
  modern.peer.end();
  await expect(result).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(modern.codes()).toEqual(["connection_closed", "closed"]);
});

test("close() of the official client is no error, and calls onclose once", async () => {
  const modern = await bridged("modern");
  await modern.client.close();
  expect(modern.reported).toEqual(["closed"]);
});

test("E12: a modern server that refuses its own revision ends the connection, after the answer", async () => {
  const modern = await bridged("modern");
  const [result, id] = await pendingCall(modern);
  const error = { code: -32022, message: "no", data: { supported: ["2025-11-25"] } };
  modern.peer.send({ jsonrpc: "2.0", id: Number(id), error });
  await expect(result).rejects.toMatchObject({ code: -32022 });
  await arrived();
  expect(modern.reported).toMatchObject([{ cause: { type: "era_contradicted" } }, "closed"]);
});
