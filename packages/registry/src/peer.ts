import { RegistryError } from "./registry-error.js";

/**
 * A peer as the operator configured it. Its name is the configured one, never what the server says
 * about itself (specification, "Tool Names": `serverInfo.name` is not for telling servers apart).
 *
 * `include` and `exclude` are patterns on the peer's own (local) names and are applied before
 * anything is merged. In a pattern `*` stands for any run of characters, `/` and none among them;
 * every other character stands for itself, upper and lower case are different, and a pattern must
 * cover the whole name. Without `include` everything is included; an empty `include` includes
 * nothing. What `exclude` matches is out, whatever `include` says.
 */
export interface RegistryPeer {
  /** Not empty, no `/`, no control characters, and no other peer's name. */
  readonly name: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Refuses a peer that cannot join the ones given.
 *
 * @throws RegistryError `invalid_peer_name`, `duplicate_peer`.
 */
export function checkPeer(peer: RegistryPeer, names: ReadonlySet<string>): void {
  const flaw = nameFlaw(peer.name);
  if (flaw !== undefined) {
    throw new RegistryError(
      `The server name ${JSON.stringify(peer.name)} ${flaw}. Rename the server in the configuration.`,
      { code: "invalid_peer_name" },
    );
  }
  if (names.has(peer.name)) {
    throw new RegistryError(
      `Two servers are named ${JSON.stringify(peer.name)}. Give each server a name of its own.`,
      { code: "duplicate_peer" },
    );
  }
}

/** Whether the operator's patterns let this local name in. Time is linear in name times pattern. */
export function isIncluded({ include, exclude }: RegistryPeer, local: string): boolean {
  return (
    (include === undefined || matchesAny(include, local)) &&
    !(exclude !== undefined && matchesAny(exclude, local))
  );
}

function nameFlaw(name: string): string | undefined {
  if (name === "") {
    return "is empty";
  }
  if (name.includes("/")) {
    return 'contains "/", which separates server and local name in a canonical name';
  }
  return /\p{Cc}/u.test(name) ? "contains a control character" : undefined;
}

function matchesAny(patterns: readonly string[], local: string): boolean {
  return patterns.some((pattern) => matches(pattern, local));
}

/** Goes back to the last star only, so that no pattern makes a hostile name expensive. */
function matches(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resumed = 0;
  for (let position = 0; position < name.length; ) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      resumed = position;
    } else if (pattern[at] === name[position]) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      at = star + 1;
      resumed += 1;
      position = resumed;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") {
    at += 1;
  }
  return at === pattern.length;
}
