import { expect, test } from "vitest";
import { Aborter } from "../src/index.js";

test("it goes off once, and its listeners hear of it once", () => {
  const aborter = new Aborter();
  const heard: unknown[] = [];
  aborter.addEventListener("abort", () => heard.push(aborter.reason));
  aborter.abort("first");
  aborter.abort("second");
  expect(aborter.aborted).toBe(true);
  expect(heard).toEqual(["first"]);
});

test("it goes off with the first of those that it follows, for the same reason", () => {
  const [one, other] = [new Aborter(), new Aborter()];
  const aborter = new Aborter(one, undefined, other);
  other.abort("enough");
  one.abort("too late");
  expect(aborter.reason).toBe("enough");
});

test("it has gone off at once where one that it follows has", () => {
  const gone = AbortSignal.abort("before");
  expect(new Aborter(gone)).toMatchObject({ aborted: true, reason: "before" });
});

test("it follows no more once it is released", () => {
  const followed = new Aborter();
  const aborter = new Aborter(followed);
  aborter.release();
  followed.abort();
  expect(aborter.aborted).toBe(false);
});

test("it leaves no listener at what it follows once it has gone off", () => {
  let listeners = 0;
  const followed = {
    aborted: false,
    addEventListener: () => {
      listeners += 1;
    },
    removeEventListener: () => {
      listeners -= 1;
    },
  };
  new Aborter(followed).abort();
  expect(listeners).toBe(0);
});
