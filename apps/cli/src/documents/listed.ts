import { MERGED, SERVER } from "./common.js";
import {
  ANY,
  ANY_OBJECT,
  BOOLEAN,
  COUNT,
  either,
  list,
  object,
  oneOf,
  orNull,
  type Shape,
  TEXT,
} from "./shape.js";

const NAMED = { name: TEXT, server: TEXT, localName: TEXT, description: orNull(TEXT) };

const TOOL = object(
  { ...NAMED, signature: TEXT, inputSchema: ANY_OBJECT },
  { title: TEXT, outputSchema: ANY, annotations: ANY_OBJECT },
);

/** Of `tools`: a list, or one of them. What `--schema` prints is the tool's own. */
export const LISTED_TOOLS: Shape = either(
  object({
    tools: list(TOOL),
    costs: list(object({ server: TEXT, tools: COUNT, bytes: COUNT, tokens: COUNT })),
    ...MERGED,
  }),
  TOOL,
);

const ARGUMENT = object(
  { name: TEXT, description: orNull(TEXT), required: BOOLEAN },
  { title: TEXT },
);

/** Of `prompts`. */
export const LISTED_PROMPTS: Shape = object({
  prompts: list(object({ ...NAMED, arguments: list(ARGUMENT) }, { title: TEXT })),
  ...MERGED,
});

const DESCRIBED = {
  server: TEXT,
  name: TEXT,
  description: orNull(TEXT),
  mimeType: orNull(TEXT),
};

/** Of `resources`. */
export const LISTED_RESOURCES: Shape = object({
  resources: list(
    object(
      { ...DESCRIBED, uri: TEXT },
      { title: TEXT, annotations: ANY, size: { type: "number" } },
    ),
  ),
  templates: list(object({ ...DESCRIBED, uriTemplate: TEXT }, { title: TEXT, annotations: ANY })),
  refused: list(object({ server: TEXT, list: oneOf("resources", "templates"), message: TEXT })),
  undeclared: list(TEXT),
  servers: list(SERVER),
});
