import { z } from "zod";
import type { Report } from "./config-error.js";
import { itemAt, type JsonItem, plain, valueAt } from "./json-value.js";
import { kindOf, pathOf, shown } from "./wording.js";

/** One answer of a `pickString` input. */
export interface InputOption {
  readonly label: string;
  /** What stands in the server's field if it is chosen. */
  readonly value: string;
}

/** A value that a file asks for, as VS Code has it: `${input:id}` stands for the answer. */
export interface InputDeclaration {
  /** Unique in a configuration. */
  readonly id: string;
  /** A line of text, one of `options`, or what a command of VS Code gives, which only VS Code can run. */
  readonly type: "promptString" | "pickString" | "command";
  /** For the person who is asked. */
  readonly description?: string;
  /** Whether what is typed is not to be shown. The answer is a secret then. */
  readonly password?: boolean;
  /** Of `pickString`. */
  readonly options?: readonly InputOption[];
  /** What an answer of nothing means. Never put in by this package. */
  readonly default?: string;
}

const text = z.string("a string");
const described = { id: text.min(1, "a name"), description: text.exactOptional() };
const option = z.union(
  [text, z.looseObject({ label: text, value: text })],
  "a string, or an object with `label` and `value`",
);

const schema = z.discriminatedUnion(
  "type",
  [
    z.looseObject({
      ...described,
      type: z.literal("promptString"),
      password: z.boolean("`true` or `false`").exactOptional(),
      default: text.exactOptional(),
    }),
    z.looseObject({
      ...described,
      type: z.literal("pickString"),
      options: z.array(option, "an array of strings"),
      default: text.exactOptional(),
    }),
    z.looseObject({ ...described, type: z.literal("command") }),
  ],
  '"promptString", "pickString" or "command"',
);
/** A declaration as the file has it. */
type InputShape = Pick<InputDeclaration, "id" | "description"> &
  (
    | ({ readonly type: "promptString" } & Pick<InputDeclaration, "password" | "default">)
    | ({ readonly type: "pickString"; readonly options: readonly (string | InputOption)[] } & Pick<
        InputDeclaration,
        "default"
      >)
    | { readonly type: "command" }
  );

/** The schema of all declarations. Keys beyond it belong to VS Code. */
export const inputsSchema: z.ZodType<readonly InputShape[]> = z.array(schema, "an array of inputs");

/**
 * Reads the declarations at `item`; reports what is wrong with them at `field` (`inputs`, `mcp.inputs`).
 * Where something is, none is given.
 */
export function readInputs(
  item: JsonItem | undefined,
  field: string,
  report: Report,
): readonly InputDeclaration[] {
  if (item === undefined) return [];
  const at = (path: readonly PropertyKey[], message: string): void => {
    const { line } = itemAt(item, path);
    report({ code: "invalid", field: pathOf([field, ...path]), line, message });
  };
  const outcome = inputsSchema.safeParse(plain(item.value));
  if (!outcome.success) {
    for (const { path, message } of outcome.error.issues) {
      const value = valueAt(item.value, path);
      const found = path.at(-1) === "type" ? shown(value) : kindOf(value);
      at(path, `expected ${message}, found ${found}`);
    }
    return [];
  }
  const ids = outcome.data.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index) at([index, "id"], "declared before; give it another id");
  }
  return outcome.data.map(declared);
}

function declared(input: InputShape): InputDeclaration {
  const { id, description } = input;
  const about = { id, ...(description === undefined ? {} : { description }) };
  switch (input.type) {
    case "promptString":
      return {
        ...about,
        type: input.type,
        ...(input.password === undefined ? {} : { password: input.password }),
        ...defaultOf(input),
      };
    case "pickString":
      return {
        ...about,
        type: input.type,
        options: input.options.map((one) =>
          typeof one === "string"
            ? { label: one, value: one }
            : { label: one.label, value: one.value },
        ),
        ...defaultOf(input),
      };
    case "command":
      return { ...about, type: input.type };
  }
}

function defaultOf(input: { readonly default?: string }): Pick<InputDeclaration, "default"> {
  return input.default === undefined ? {} : { default: input.default };
}
