import type { Client } from "@x/client";
import type { NamedEntry } from "@x/registry";
import type { Invocation } from "./invocation.js";
import { unavailable } from "./open-server.js";
import { nearestWord } from "./schema/nearest-word.js";

/** What is looked for by its merged name. */
export interface Sought {
  readonly noun: "tool" | "prompt";
  readonly name: string;
}

/** What was not done where it was not found, as a sentence. */
export const NOTHING: { readonly [noun in Sought["noun"]]: string } = {
  tool: "Nothing was called.",
  prompt: "Nothing was sent.",
};

/** The merged names among which it is. */
export function namesOf(client: Client, { noun }: Pick<Sought, "noun">): readonly NamedEntry[] {
  return noun === "tool" ? client.tools : client.prompts;
}

/**
 * Says what is known of a name that nothing has.
 *
 * @throws CliError `unavailable`, `timed_out` or `authorization_required` where no server could be asked for it.
 */
export function explainMissing(client: Client, sought: Sought, invocation: Invocation): void {
  const { noun, name } = sought;
  const { config, note } = invocation;
  const asked = client.peers.filter(({ state }) => state !== "idle");
  if (asked.length > 0 && asked.every(({ state }) => state !== "ready")) {
    const message = `No server is available that could have a ${noun} ${JSON.stringify(name)}.`;
    throw unavailable(`${message} ${NOTHING[noun]}`, asked, invocation);
  }
  for (const { kind, scope, peer, local, message } of client.quarantined) {
    const isIt = local === name || `${peer}/${local}` === name;
    if (kind === noun && scope === "entry" && isIt) note(message);
  }
  const [other, command] =
    noun === "tool" ? (["prompt", "prompt"] as const) : (["tool", "call"] as const);
  if (namesOf(client, { noun: other }).some(({ canonical }) => canonical === name)) {
    note(`There is a ${other} of that name: x-mcp ${command} ${name}.`);
  }
  noteOtherServer(client, sought, invocation);
  const server = config.disabled.find((disabled) => name.startsWith(`${disabled}/`));
  if (server !== undefined) note(`The server ${server} is not used: it is "disabled".`);
}

/** Says of `SERVER/NAME` which server was likely meant, where there is none of that name. */
function noteOtherServer(client: Client, sought: Sought, { config, note }: Invocation): void {
  const slash = sought.name.indexOf("/");
  if (slash === -1) return;
  const [server, local] = [sought.name.slice(0, slash), sought.name.slice(slash + 1)];
  const servers = config.servers.map(({ name }) => name);
  if (servers.includes(server)) return;
  const meant = nearestWord(server, servers);
  const has = namesOf(client, sought).some(
    (entry) => entry.peer === meant && entry.local === local,
  );
  if (has) note(`There is no server ${JSON.stringify(server)}. Did you mean ${meant}/${local}?`);
}
