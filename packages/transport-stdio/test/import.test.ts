import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));

test.each(readdirSync(SOURCES))("%s imports no module of Node that is slow to import", (file) => {
  const imported = [...readFileSync(`${SOURCES}/${file}`, "utf8").matchAll(/from "(node:[^"]+)"/g)];
  const slow = ["node:crypto", "node:fs", "node:fs/promises", "node:process", "node:util"];
  expect(imported.map(([, name]) => name).filter((name) => slow.includes(name ?? ""))).toEqual([]);
});
