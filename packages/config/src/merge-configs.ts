import type { Config, ReplacedServer, ServerConfig, UnusableServer } from "./config.js";
import type { InputDeclaration } from "./inputs.js";

/** What there is of one name, and where it comes from. */
type Slot = { readonly name: string; readonly file: string } & (
  | { readonly state: "usable"; readonly server: ServerConfig }
  | { readonly state: "unusable"; readonly server: UnusableServer }
  | { readonly state: "disabled" }
);

/**
 * One configuration of several, the weakest first: of servers of the same name the last one counts.
 *
 * Servers keep the order in which their names were first declared. A later server replaces an earlier one of its
 * name whole, none of the earlier one's keys are left, and stands in its place in that order; so does one that is
 * switched off, or cannot be used, and the name is then in `disabled` or `unusable`: no other definition stands in
 * for it. What was left out is in `replaced`. `collision` is that of the last
 * file that says something. Of inputs of the same id the last one is kept; values were put in when each file
 * was read. No configuration at all gives one without servers.
 */
export function mergeConfigs(configs: readonly Config[]): Config {
  const slots = new Map<string, Slot>();
  const replaced: ReplacedServer[] = [];
  const inputs = new Map<string, InputDeclaration>();
  for (const config of configs) {
    replaced.push(...config.replaced);
    for (const slot of slotsOf(config)) {
      const { name, file: by } = slot;
      const before = slots.get(name);
      if (before !== undefined) replaced.push({ name, file: before.file, by });
      slots.set(name, slot);
    }
    for (const input of config.inputs) inputs.set(input.id, input);
  }
  const all = [...slots.values()];
  const policy = configs.findLast(({ collisionFrom }) => collisionFrom !== undefined);
  const files = configs.flatMap((config) => config.files);
  return {
    file: files.join(", "),
    files,
    collision: policy?.collision ?? "prefix",
    ...(policy?.collisionFrom === undefined ? {} : { collisionFrom: policy.collisionFrom }),
    names: [...slots.keys()],
    servers: all.flatMap((slot) => (slot.state === "usable" ? [slot.server] : [])),
    disabled: all.flatMap(({ name, state }) => (state === "disabled" ? [name] : [])),
    unusable: all.flatMap((slot) => (slot.state === "unusable" ? [slot.server] : [])),
    inputs: [...inputs.values()],
    replaced,
  };
}

/** In declared order. */
function slotsOf({ names, servers, unusable, file }: Config): readonly Slot[] {
  const slots = new Map<string, Slot>();
  for (const server of servers) {
    slots.set(server.name, { state: "usable", server, ...declarationOf(server) });
  }
  for (const server of unusable) {
    slots.set(server.name, { state: "unusable", server, ...declarationOf(server) });
  }
  return names.map((name) => slots.get(name) ?? { state: "disabled", name, file });
}

function declarationOf({ name, origin }: ServerConfig | UnusableServer): {
  readonly name: string;
  readonly file: string;
} {
  return { name, file: origin.file };
}
