import type { Report } from "./config-error.js";
import { expand } from "./expand.js";
import { itemAt, type JsonMember } from "./json-value.js";
import type { Scope } from "./scope.js";
import type { Complain } from "./server-shape.js";
import { pathOf } from "./wording.js";

/** A message for a text that cannot be used; it never quotes the text. */
export type Check = (text: string) => string | undefined;

/** Fields in which a variable is likely to be a place: why it is not there has to be told. */
const PLACES: ReadonlySet<PropertyKey> = new Set(["command", "cwd", "env", "envFile"]);
/** Fields in which VS Code replaces a `~`. */
const TILDE: ReadonlySet<PropertyKey> = new Set(["command", "args", "cwd"]);

/** One server while it is read: where it stands, what was put into it, who hears of problems. */
export class ServerContext {
  readonly member: JsonMember;
  readonly scope: Scope;
  readonly variables: Map<string, string> = new Map();
  readonly passwords: Set<string> = new Set();
  /** What the file calls the field `url`. */
  urlKey = "url";
  readonly #report: Report;

  constructor(member: JsonMember, scope: Scope, report: Report) {
    this.member = member;
    this.scope = scope;
    this.#report = report;
  }

  /** Reports a problem of the server (an empty path) or of one of its fields. */
  readonly invalid: Complain = (path, message, line) => {
    const [first, ...rest] = path;
    const field = first === undefined ? {} : { field: pathOf([this.#named(first), ...rest]) };
    this.#report({ code: "invalid", ...this.#where(path, line), ...field, message });
  };

  /** Reports that the file of `envFile` cannot be had. */
  unreadable(message: string): void {
    const field = "envFile";
    this.#report({ code: "unreadable_env_file", ...this.#where([field]), field, message });
  }

  /** A text with its variables replaced, checked; what is wrong with it is reported. */
  resolve(path: readonly PropertyKey[], text: string, check: Check): string {
    const { text: expanded, inserted, problems } = expand(this.#untilded(path, text), this.scope);
    const namesPlaces = PLACES.has(path[0] ?? "");
    for (const { name, value, password } of inserted) {
      if (password) this.passwords.add(value);
      else if (!namesPlaces || !/[/\\]/.test(value)) this.variables.set(name, value);
    }
    for (const problem of problems) {
      const [first = "", ...rest] = path;
      const field = pathOf([this.#named(first), ...rest]);
      this.#report({ ...problem, ...this.#where(path), field });
    }
    const message = problems.length === 0 ? check(expanded) : undefined;
    if (message !== undefined) this.invalid(path, message);
    return expanded;
  }

  /** The same for each text of an object. */
  resolveAll(
    field: string,
    texts: Readonly<Record<string, string>>,
    check: Check,
  ): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, this.resolve([field, name], text, check)]),
    );
  }

  #where(
    path: readonly PropertyKey[],
    line?: number,
  ): { readonly server: string; readonly line: number } {
    const [first, ...rest] = path;
    const inFile = first === undefined ? [] : [this.#named(first), ...rest];
    return { server: this.member.name, line: line ?? itemAt(this.member, inFile).line };
  }

  #named(field: PropertyKey): PropertyKey {
    return field === "url" ? this.urlKey : field;
  }

  #untilded(path: readonly PropertyKey[], text: string): string {
    const { dialect, userHome } = this.scope;
    return dialect.tilde && userHome !== undefined && TILDE.has(path[0] ?? "")
      ? text.replace(/^~(?=$|[/\\])/, () => userHome)
      : text;
  }
}
