import {
  type Client,
  ClientError,
  type Listing,
  type Resource,
  type ResourceTemplate,
} from "@x/client";
import { isJsonObject, METHOD_NOT_FOUND } from "@x/wire";
import type { Invocation } from "./invocation.js";
import type { Redaction } from "./redaction.js";
import { asksForAuthorization } from "./refusals.js";
import { limitsOf } from "./time-limit.js";

/** What both a resource and a template are said to be. Everything in it is the server's claim. */
interface Described {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string | null;
  readonly mimeType: string | null;
  readonly annotations?: unknown;
}

/** What `resources` says of one resource. */
export interface ResourceReport extends Described {
  /** What `read` takes. Another server may have one of the same URI. */
  readonly uri: string;
  /** In bytes. */
  readonly size?: number;
}

/** What it says of one family of resources. */
export interface TemplateReport extends Described {
  readonly uriTemplate: string;
}

/** Something that a server listed and that cannot be used. */
interface RefusedReport {
  readonly server: string;
  readonly list: "resources" | "templates";
  readonly message: string;
}

/** What one server lists, without the operator's secrets. */
export interface Listed {
  readonly server: string;
  readonly resources: readonly ResourceReport[];
  readonly templates: readonly TemplateReport[];
  readonly refused: readonly RefusedReport[];
  /** Why it is not whole, where it is not. */
  readonly problem?: { readonly code: string; readonly message: string };
}

type Problem = NonNullable<Listed["problem"]>;

/** Lists both of one server; what fails is told in what it gives. */
export async function listedBy(
  client: Client,
  server: string,
  invocation: Invocation,
): Promise<Listed> {
  const { redaction, refusals } = invocation;
  const limits = limitsOf(invocation);
  const plain = await attempt(server, () => client.listResources(server, limits));
  // What a server asks for is told of its last answer.
  const templates: Attempt<ResourceTemplate> = asksForAuthorization(refusals.of(server)?.status)
    ? { peer: server, items: [], refused: [] }
    : await attempt(server, () => client.listResourceTemplates(server, limits));
  const problem = plain.problem ?? (hasNone(templates) ? undefined : templates.problem);
  return {
    server,
    resources: plain.items.map((one) => {
      const { uri, size } = one;
      return {
        server,
        uri: redaction.structure(uri),
        ...described(one, redaction),
        ...(typeof size === "number" ? { size } : {}),
      };
    }),
    templates: templates.items.map((one) => ({
      server,
      uriTemplate: redaction.structure(one.uriTemplate),
      ...described(one, redaction),
    })),
    refused: [
      ...refusedIn(plain, "resources", redaction),
      ...refusedIn(templates, "templates", redaction),
    ],
    ...(problem === undefined
      ? {}
      : { problem: { code: problem.code, message: redaction.text(problem.message) } }),
  };
}

type Attempt<Item> = Omit<Listing<Item>, "problem"> & {
  readonly problem?: Problem;
  readonly error?: ClientError;
};

async function attempt<Item>(
  peer: string,
  list: () => Promise<Listing<Item>>,
): Promise<Attempt<Item>> {
  try {
    const { problem, ...listing } = await list();
    if (problem === undefined) return listing;
    const { code, message } = problem;
    return { ...listing, problem: { code, message: `A list of it is not whole: ${message}` } };
  } catch (error) {
    if (!(error instanceof ClientError) || error.code === "client_closed") throw error;
    const { message } = error;
    return { peer, items: [], refused: [], problem: { code: codeOf(error), message }, error };
  }
}

/** The code of the list's own problem, where there is one. */
function codeOf({ code, cause }: ClientError): string {
  const own = isJsonObject(cause) ? cause["code"] : undefined;
  return code === "list_failed" && typeof own === "string" ? own : code;
}

/** Many servers that have resources and no templates do not know the method. */
function hasNone({ error }: Attempt<unknown>): boolean {
  const cause = error?.cause;
  return isJsonObject(cause) && cause["rpcCode"] === METHOD_NOT_FOUND;
}

function described(
  one: Pick<Resource, "name" | "title" | "description" | "mimeType"> & {
    readonly annotations?: unknown;
  },
  { text, structure }: Redaction,
): Omit<Described, "server"> {
  const { name, title, description, mimeType, annotations } = one;
  return {
    name: structure(name),
    ...(typeof title === "string" ? { title: text(title) } : {}),
    description: typeof description === "string" ? text(description) : null,
    mimeType: structure(mimeType ?? null),
    ...(isJsonObject(annotations) ? { annotations: structure(annotations) } : {}),
  };
}

function refusedIn(
  { peer, refused }: Pick<Listing<unknown>, "peer" | "refused">,
  list: RefusedReport["list"],
  redaction: Redaction,
): readonly RefusedReport[] {
  const noun = list === "resources" ? "resource" : "template";
  return refused.map(({ value, why }) => {
    const name = isJsonObject(value) ? value["name"] : undefined;
    const which = typeof name === "string" ? ` ${JSON.stringify(cut(redaction.text(name)))}` : "";
    const message = `A ${noun}${which} of server ${JSON.stringify(peer)} is left out: ${why}.`;
    return { server: peer, list, message };
  });
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
