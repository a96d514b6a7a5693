import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha256 } from "../src/sha256.js";

const nodes = (text: string): string => createHash("sha256").update(text).digest("hex");

it("SHA-256 is that of the standard, at every length around the end of a block", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length <= 200; length += 1) {
    const text = "x".repeat(length);
    expect(sha256(text)).toBe(nodes(text));
  }
});

it("SHA-256 of other characters is that of their bytes in UTF-8", () => {
  for (const one of ["é", "…", "界", "😀", "\ud800", "\u0000", "a\nb"]) {
    for (const times of [1, 21, 64, 500]) {
      expect(sha256(one.repeat(times))).toBe(nodes(one.repeat(times)));
    }
  }
});
