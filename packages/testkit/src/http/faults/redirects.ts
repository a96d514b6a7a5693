import type { HttpBehaviour } from "../received-request.js";

/** Names of {@link REDIRECTS}. */
export type RedirectFault =
  | "moved_301"
  | "found_302"
  | "see_other_303"
  | "temporary_307"
  | "permanent_308"
  | "elsewhere_307"
  | "loop_307";

/** Redirects; those within the origin go to the same path with `?moved`, which fits no pattern for the path. */
export const REDIRECTS: { readonly [Name in RedirectFault]: HttpBehaviour } = {
  moved_301: within(301),
  found_302: within(302),
  see_other_303: within(303),
  temporary_307: within(307),
  permanent_308: within(308),
  elsewhere_307: (_request, response) => {
    response.writeHead(307, { location: "http://elsewhere.invalid/mcp" }).end();
  },
  loop_307: ({ path }, response) => {
    response.writeHead(307, { location: path }).end();
  },
};

function within(status: number): HttpBehaviour {
  return ({ path }, response) => {
    response.writeHead(status, { location: `${path}?moved` }).end();
  };
}
