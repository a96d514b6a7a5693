import { isJsonObject } from "@x/wire";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Ask, ToolView } from "../console/protocol.js";
import {
  type Drafts,
  draftsOf,
  type Filled,
  fieldsOfSchema,
  fill,
  fillSoFar,
  initialDrafts,
} from "./field.js";
import { Fields } from "./fields.js";

const DEFAULT_SECONDS = "60";

/** The arguments of one tool, by its schema or as JSON. */
export function CallForm({
  tool,
  onCall,
}: {
  readonly tool: ToolView;
  readonly onCall: (ask: Extract<Ask, { readonly type: "call" }>) => void;
}): JSX.Element {
  const { canonical, inputSchema } = tool;
  const fields = useMemo(() => fieldsOfSchema(inputSchema), [inputSchema]);
  const [drafts, setDrafts] = useState<Drafts>(initialDrafts(fields));
  const hasForm = inputSchema !== undefined;
  const [json, setJson] = useState<string | undefined>(hasForm ? undefined : "{}");
  const [seconds, setSeconds] = useState(DEFAULT_SECONDS);
  const [problem, setProblem] = useState("");

  function call(): void {
    const args = json === undefined ? fill(fields, drafts) : fromJson(json);
    const limit = Number(seconds);
    const [wrong] = args.problems;
    if (wrong !== undefined) {
      setProblem(wrong);
    } else if (!(limit >= 0.1 && limit <= 600)) {
      setProblem("The time limit is from 0.1 to 600 seconds.");
    } else {
      setProblem("");
      const totalMs = Math.round(limit * 1000);
      onCall({ type: "call", tool: canonical, arguments: args.values, totalMs });
    }
  }

  function editAsJson(): void {
    const { values, problems } = fillSoFar(fields, drafts);
    setJson(JSON.stringify(values, undefined, 2));
    setProblem(problems.length === 0 ? "" : `Left out: ${problems.join(" ")}`);
  }

  /** Where the form cannot show all that is written, it stays as it is. */
  function showAsForm(text: string): void {
    const { values, problems } = fromJson(text);
    const { drafts: next, lost } = draftsOf(fields, values);
    if (problems.length > 0) setProblem(problems.join(" "));
    else if (lost.length > 0) setProblem(`The form has no place for this: ${lost.join(", ")}.`);
    else {
      setDrafts(next);
      setJson(undefined);
      setProblem("");
    }
  }

  return (
    <form
      class="call"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        call();
      }}
    >
      {json === undefined ? (
        <>
          {fields.length === 0 ? <p class="hint">It takes no arguments.</p> : null}
          <Fields
            fields={fields}
            drafts={drafts}
            onDraft={(name, draft) => setDrafts({ ...drafts, [name]: draft })}
            idPrefix="argument"
          />
        </>
      ) : (
        <div class="field">
          {hasForm ? null : <p class="hint">Its schema is too large to be shown as a form.</p>}
          <label for="call-json">Arguments, as JSON</label>
          <textarea
            id="call-json"
            rows={5}
            spellcheck={false}
            value={json}
            onInput={({ currentTarget }) => setJson(currentTarget.value)}
          />
        </div>
      )}
      <div class="field">
        <label for="call-seconds">Time limit, in seconds</label>
        <input
          id="call-seconds"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          size={6}
          value={seconds}
          onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
        />
      </div>
      {problem === "" ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="buttons">
        <button type="submit" class="primary">
          Call {canonical}
        </button>
        {hasForm ? (
          <button
            type="button"
            onClick={() => (json === undefined ? editAsJson() : showAsForm(json))}
          >
            {json === undefined ? "Edit as JSON" : "Use the form"}
          </button>
        ) : null}
      </p>
    </form>
  );
}

function fromJson(text: string): Filled {
  const wrong = { values: {}, problems: ["The arguments are not a JSON object."] };
  try {
    const values: unknown = JSON.parse(text);
    return isJsonObject(values) ? { values, problems: [] } : wrong;
  } catch {
    return wrong;
  }
}
