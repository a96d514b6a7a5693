/**
 * The exact thing a peer is reached by. Permissions and memories of a peer belong to its binding:
 * another command, argument, directory, environment or URL is another peer.
 */
export type Binding =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
      /** A digest of the operator's own environment variables; their values are not in it. */
      readonly envHash: string;
    }
  | { readonly type: "http"; readonly url: string }
  | { readonly type: "memory"; readonly name: string }
  /**
   * By a transport of one's own. The name is the whole address, the same each time and no other peer's; a
   * secret has no place in it, since what is shown of a peer, and what is kept about it, has it.
   */
  | { readonly type: "custom"; readonly name: string };

/** One string for one binding: equal exactly where the bindings are. */
export function bindingKey(binding: Binding): string {
  switch (binding.type) {
    case "stdio":
      return JSON.stringify([
        binding.type,
        binding.command,
        binding.args,
        binding.cwd,
        binding.envHash,
      ]);
    case "http":
      return JSON.stringify([binding.type, binding.url]);
    case "memory":
    case "custom":
      return JSON.stringify([binding.type, binding.name]);
  }
}
