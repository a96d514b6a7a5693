import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Which version of a program is installed. */
export type Version = "legacy" | "modern";

/**
 * A program at a path of its own, which stays the same whichever version is installed there: as it is on
 * a machine where somebody upgrades a server that a host is configured to start.
 */
export class Installation {
  readonly #folder: string;
  readonly #versions: { readonly [version in Version]: string };
  #version: Version = "legacy";
  readonly path: string;

  /** Installs the legacy version of the two programs; the caller removes the installation. */
  constructor(name: string, versions: { readonly [version in Version]: string }) {
    this.#folder = mkdtempSync(join(tmpdir(), "x-mcp-demo-"));
    this.#versions = versions;
    this.path = join(this.#folder, name);
    symlinkSync(versions.legacy, this.path);
  }

  get version(): Version {
    return this.#version;
  }

  /** Puts a version in the place of the other one; what runs goes on as it is. */
  install(version: Version): void {
    const next = join(this.#folder, "next");
    symlinkSync(this.#versions[version], next);
    renameSync(next, this.path);
    this.#version = version;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
