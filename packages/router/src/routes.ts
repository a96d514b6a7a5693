import type { Connection } from "@x/connection";
import type { Registry } from "@x/registry";
import type { StampContext } from "@x/wire";
import type { Recovery } from "./call-again.js";

/** A peer as far as a call needs it: an open connection and how to stamp for it, or why not. */
export type Owner =
  | { readonly state: "ready"; readonly connection: Connection; readonly context: StampContext }
  | { readonly state: "unavailable"; readonly message: string };

/** Where a call looks things up; both are asked anew for every call. */
export interface Routes {
  readonly registry: () => Registry;
  readonly owner: (peer: string) => Owner;
  /** Without it, a call is made once, and only to an owner that is ready. */
  readonly recovery?: Recovery;
}
