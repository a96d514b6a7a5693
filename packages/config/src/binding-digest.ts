import type { ServerConfig } from "./config.js";

/**
 * What a server is reached by, part by part, without any of it: equal digests are equal parts. Of a process
 * its command, arguments, directory and own environment; of an endpoint its URL. Headers are not a part.
 */
export type BindingDigest =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: string;
      readonly cwd: string;
      readonly env: string;
    }
  | { readonly type: "http"; readonly url: string };

/** A part in which two bindings can differ. */
export type BindingPart = "type" | "command" | "args" | "cwd" | "env" | "url";

/** What {@link bindingDigest} needs beside the server. */
export interface DigestOptions {
  /** The directory that the process runs in, absolute: what its transport is given. */
  readonly cwd: string;
  /** That of the overlay; digests with different salts cannot be compared. */
  readonly salt: string;
  /** SHA-256 of a text's UTF-8, in any spelling that is always the same, such as hexadecimal. */
  readonly sha256: (text: string) => string;
}

/**
 * The digest of a server's binding. Each part is hashed as a whole with the salt, so nothing can be looked
 * up in a table; whoever has the file can still try guesses at a part, all its secrets at once.
 */
export function bindingDigest(server: ServerConfig, options: DigestOptions): BindingDigest {
  const { cwd, salt, sha256 } = options;
  const digest = (part: BindingPart, value: unknown): string =>
    sha256(JSON.stringify([salt, part, value]));
  switch (server.type) {
    case "stdio":
      return {
        type: "stdio",
        command: digest("command", server.command),
        args: digest("args", server.args),
        cwd: digest("cwd", cwd),
        env: digest("env", sorted(Object.entries(server.env))),
      };
    case "http":
      return { type: "http", url: digest("url", server.url) };
  }
}

/** The parts in which two bindings differ; none where they are the same. */
export function changedParts(before: BindingDigest, now: BindingDigest): readonly BindingPart[] {
  if (before.type === "stdio" && now.type === "stdio") {
    return (["command", "args", "cwd", "env"] as const).filter(
      (part) => before[part] !== now[part],
    );
  }
  if (before.type === "http" && now.type === "http") return before.url === now.url ? [] : ["url"];
  return ["type"];
}

/** By name: in which order a file has its variables changes nothing. */
function sorted(
  entries: readonly (readonly [name: string, value: string])[],
): readonly (readonly [name: string, value: string])[] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
