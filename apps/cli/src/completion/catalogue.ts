/** What is known of the tools and prompts of a configuration from the runs before, for completion. */
export interface Catalogue {
  /** Makes digests of this catalogue say nothing to anybody who does not have it. */
  readonly salt: string;
  /** The files that the servers come from, as they were then, whether they were there or not. */
  readonly files: readonly Stamped[];
  /** Whether a tool that no other server has is called by its own name. */
  readonly plainNames: boolean;
  /** In declared order. */
  readonly servers: readonly KnownServer[];
}

/** A file, and what tells one state of it from another; `null` where it was not there. */
export interface Stamped {
  /** Absolute. */
  readonly path: string;
  readonly stamp: string | null;
}

/** What is known of one server. Its lists are `null` where nobody has seen them. */
export interface KnownServer {
  readonly name: string;
  /** Of its binding: another command or endpoint is another server. */
  readonly digest: string;
  /** Of what its files say of it, word for word; `null` where that could not be told. */
  readonly definition: string | null;
  readonly tools: readonly KnownEntry[] | null;
  readonly prompts: readonly KnownEntry[] | null;
}

/** A tool or a prompt, by its name at its server. */
export interface KnownEntry {
  readonly name: string;
  readonly about: string;
  readonly args: readonly KnownArgument[];
}

/** An argument, and its values where they are few. */
export interface KnownArgument {
  readonly name: string;
  readonly about: string;
  readonly values: readonly string[];
}

/** An entry under a name that commands take. */
export interface NamedEntry extends KnownEntry {
  readonly canonical: string;
  readonly server: string;
}

const FORMAT = "x-mcp-catalogue";
const VERSION = 1;

/** A catalogue as the text of a file. */
export function catalogueText(catalogue: Catalogue): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...catalogue });
}

/** Reads such a text; nothing where it is none. */
export function catalogueIn(text: string): Catalogue | undefined {
  try {
    const value = JSON.parse(text);
    return value?.format === FORMAT && value.version === VERSION ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * All that is known of this kind, under the names that `call` and `prompt` take: by its own name the first
 * that has it, by its server and name every other one.
 */
export function entriesOf(
  { servers, plainNames }: Catalogue,
  kind: "tools" | "prompts",
): readonly NamedEntry[] {
  const taken = new Set<string>();
  const prefixes = servers.map(({ name }) => `${name}/`);
  return servers.flatMap((server) =>
    (server[kind] ?? []).map((entry) => {
      const { name } = entry;
      const isPlain =
        plainNames && !taken.has(name) && !prefixes.some((prefix) => name.startsWith(prefix));
      if (isPlain) taken.add(name);
      const canonical = isPlain ? name : `${server.name}/${name}`;
      return { ...entry, canonical, server: server.name };
    }),
  );
}
