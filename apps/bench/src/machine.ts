import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import process from "node:process";

/** Where numbers come from: without it they mean nothing. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  /** What else is going on: the load of the last minute. */
  readonly load: number;
  /** The version of the official client. */
  readonly official: string;
}

/** This machine, now. */
export function machine(): Machine {
  const manifest = new URL("../package.json", import.meta.resolve("@modelcontextprotocol/client"));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const [cpu] = cpus();
  const [load = Number.NaN] = loadavg();
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpu?.model ?? "unknown",
    cores: cpus().length,
    load,
    official: version,
  };
}
