import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Ask, Question, ToolView } from "../console/protocol.js";
import { CallForm } from "./call-form.js";
import { CallRow } from "./call-row.js";
import type { Call } from "./page-state.js";
import { Panel } from "./panel.js";
import { QuestionForm } from "./question-form.js";

/** A form for any tool, what servers ask meanwhile, and what came of the calls. */
export function CallPanel({
  tools,
  questions,
  calls,
  onCall,
  onAsk,
}: {
  readonly tools: readonly ToolView[];
  readonly questions: readonly Question[];
  readonly calls: readonly Call[];
  readonly onCall: (ask: Extract<Ask, { readonly type: "call" }>) => void;
  readonly onAsk: (ask: Ask) => void;
}): JSX.Element {
  const [chosen, choose] = useState("");
  const tool = tools.find(({ canonical }) => canonical === chosen) ?? tools[0];
  const owners = useMemo(() => [...new Set(tools.map(({ peer }) => peer))], [tools]);
  return (
    <Panel id="call" title="Call">
      {questions.map((question) => (
        <QuestionForm key={question.key} question={question} onAsk={onAsk} />
      ))}
      {tool === undefined ? (
        <p class="hint">There is no tool to call.</p>
      ) : (
        <>
          <div class="field">
            <label for="call-tool">Tool</label>
            <select
              id="call-tool"
              value={tool.canonical}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            >
              {owners.map((owner) => (
                <optgroup key={owner} label={owner}>
                  {tools
                    .filter(({ peer }) => peer === owner)
                    .map(({ canonical }) => (
                      <option key={canonical} value={canonical}>
                        {canonical}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </div>
          <p class="description">
            {tool.description}{" "}
            <span class="hint">
              {tool.peer} knows it as {tool.local}
              {tool.isReadOnly ? "; it says that it only reads" : ""}.
            </span>
          </p>
          <CallForm key={tool.canonical} tool={tool} onCall={onCall} />
        </>
      )}
      <h3>Calls</h3>
      {calls.length === 0 ? <p class="hint">None was made from this page.</p> : null}
      <ol class="calls">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} onAsk={onAsk} />
        ))}
      </ol>
    </Panel>
  );
}
