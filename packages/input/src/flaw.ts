import { excerpt } from "@x/wire";

/** What is wrong with a request of a server, before it is known whose and which it is. */
export interface Flaw {
  readonly type: "flaw";
  readonly code: "invalid_request" | "limit_exceeded" | "unsafe_url" | "not_declared";
  /** Reads on after "it cannot be answered:". */
  readonly detail: string;
  readonly field?: string;
}

/** A request that is not of the shape that the specification gives it. */
export function malformed(detail: string, field?: string): Flaw {
  return flaw("invalid_request", detail, field);
}

/** A request that is larger than this side looks at. */
export function excessive(what: string, limit: number, field?: string): Flaw {
  return flaw("limit_exceeded", `${what}, and the most is ${limit}`, field);
}

/** A URL that no user is to be sent to. */
export function refusedUrl({ code, detail }: Pick<Flaw, "code" | "detail">): Flaw {
  return flaw(code, detail);
}

/** A request for what this client did not declare, though it declared its method. */
export function undeclared(detail: string): Flaw {
  return flaw("not_declared", detail);
}

/** A peer's text as it can stand in a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(excerpt(text));
}

function flaw(code: Flaw["code"], detail: string, field?: string): Flaw {
  const found: Flaw = { type: "flaw", code, detail };
  return field === undefined ? found : { ...found, field };
}
