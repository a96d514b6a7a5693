import type { CollisionPolicy, Config } from "@x/config";
import { refuseUnusable } from "./unusable.js";

/**
 * Which servers have to be open to find a tool, or a prompt, and how they are named meanwhile.
 *
 * - `owner`: only this one.
 * - `first`: one after the other in declared order, until one has it.
 * - `all`: every one, side by side.
 */
export type OwnerPlan = { readonly collision: CollisionPolicy } & (
  | { readonly open: "owner"; readonly server: string }
  | { readonly open: "first" | "all" }
);

/**
 * Plans such that `name` means the very tool, or prompt, that it means when all servers are open.
 *
 * `<declared server>/<tool>` belongs to that server under every policy: the registry prefixes each
 * local name that begins with a declared server and `/`, so nobody else's tool can be called that.
 * Alone and under `prefix-always` the server's tools have exactly these names; so they can be called
 * by them whether or not a collision would have given them the prefix.
 *
 * Any other name belongs, under `prefix`, to the first server in declared order that has it, and
 * servers after that one change nothing. Under `reject` all are needed, as any two may collide; under
 * `prefix-always` there is no such name, and all are needed to say which one was meant.
 *
 * @throws CliError `unusable_server` where that is the server.
 */
export function planOwner(name: string, config: Config): OwnerPlan {
  const { servers, collision } = config;
  const slash = name.indexOf("/");
  const owner = slash === -1 ? undefined : name.slice(0, slash);
  refuseUnusable(owner, config);
  const server = servers.find((declared) => declared.name === owner);
  if (server !== undefined) {
    return { open: "owner", server: server.name, collision: "prefix-always" };
  }
  return { open: collision === "prefix" ? "first" : "all", collision };
}
