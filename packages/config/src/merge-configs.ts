import type { Config, ReplacedServer, ServerConfig } from "./config.js";
import type { InputDeclaration } from "./inputs.js";

/** A server by its name, in use or switched off, and where it comes from. */
interface Slot {
  readonly server: ServerConfig | "disabled";
  readonly file: string;
}

/**
 * One configuration of several, the weakest first: of servers of the same name the last one counts.
 *
 * Servers keep the order in which their names were first declared. A later server replaces an earlier one of
 * its name whole, none of the earlier one's keys are left, and stands in its place in that order; so does one
 * that is switched off, and the name is then in `disabled`. What was left out is in `replaced`. `collision`
 * is that of the last file that says something. Of inputs of the same id the last one is kept; values were
 * put in when each file was read. No configuration at all gives one without servers.
 */
export function mergeConfigs(configs: readonly Config[]): Config {
  const slots = new Map<string, Slot>();
  const replaced: ReplacedServer[] = [];
  const inputs = new Map<string, InputDeclaration>();
  for (const config of configs) {
    replaced.push(...config.replaced);
    for (const [name, slot] of slotsOf(config)) {
      const before = slots.get(name);
      if (before !== undefined) replaced.push({ name, file: before.file, by: slot.file });
      slots.set(name, slot);
    }
    for (const input of config.inputs) inputs.set(input.id, input);
  }
  const all = [...slots];
  const policy = configs.findLast(({ collisionFrom }) => collisionFrom !== undefined);
  const files = configs.flatMap((config) => config.files);
  return {
    file: files.join(", "),
    files,
    collision: policy?.collision ?? "prefix",
    ...(policy?.collisionFrom === undefined ? {} : { collisionFrom: policy.collisionFrom }),
    servers: all.flatMap(([, { server }]) => (server === "disabled" ? [] : [server])),
    disabled: all.flatMap(([name, { server }]) => (server === "disabled" ? [name] : [])),
    inputs: [...inputs.values()],
    replaced,
  };
}

function slotsOf(config: Config): readonly (readonly [name: string, slot: Slot])[] {
  return [
    ...config.servers.map((server) => [server.name, { server, file: server.origin.file }] as const),
    ...config.disabled.map((name) => [name, { server: "disabled", file: config.file }] as const),
  ];
}
