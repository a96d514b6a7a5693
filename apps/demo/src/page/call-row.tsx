import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Answer, Ask } from "../console/protocol.js";
import type { Call } from "./page-state.js";

/** One call: how far it is, and what came of it. */
export function CallRow({
  call,
  onAsk,
}: {
  readonly call: Call;
  readonly onAsk: (ask: Ask) => void;
}): JSX.Element {
  const { id, tool, args, state, progress, answer } = call;
  const row = useRef<HTMLLIElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  // The button goes when the call is over, and whoever is on it stays at the call.
  const isLeft = state === "over" && isFocused(cancel.current);
  useLayoutEffect(() => {
    if (isLeft) row.current?.focus({ preventScroll: true });
  }, [isLeft]);
  return (
    <li data-call={tool} tabIndex={-1} ref={row}>
      <p>
        <strong>{tool}</strong> <code>{args}</code>{" "}
        <span class={`badge ${outcomeOf(call)}`}>{outcomeOf(call)}</span>
      </p>
      {state === "over" ? null : (
        <p class="buttons">
          {progress === undefined ? (
            <span class="hint">No progress was told.</span>
          ) : (
            <>
              <progress
                aria-label={`Progress of ${tool}`}
                value={progress.progress}
                {...(progress.total === null ? {} : { max: progress.total })}
              />
              <span class="hint">
                {progress.progress}
                {progress.total === null ? "" : ` of ${progress.total}`} {progress.message ?? ""}
              </span>
            </>
          )}
          <button
            type="button"
            ref={cancel}
            // Not `disabled`: the focus would be lost.
            aria-disabled={state === "cancelling"}
            onClick={() => {
              if (state === "running") onAsk({ type: "cancel", call: id });
            }}
          >
            Cancel {tool}
          </button>
        </p>
      )}
      {answer === undefined ? null : <pre>{answerText(answer)}</pre>}
    </li>
  );
}

function isFocused(element: HTMLElement | null): boolean {
  return element !== null && document.activeElement === element;
}

function outcomeOf({ state, answer }: Call): string {
  if (answer === undefined) return state;
  if (!answer.ok) return answer.code === "aborted" ? "cancelled" : "failed";
  return isToolError(answer.result) ? "tool error" : "answered";
}

function isToolError(result: unknown): boolean {
  return (
    typeof result === "object" && result !== null && "isError" in result && result.isError === true
  );
}

/** Whatever a server sent is shown as text. */
function answerText(answer: Answer): string {
  if (!answer.ok) return `${answer.code}: ${answer.message}`;
  const { content, structuredContent } = answer.result as {
    readonly content?: unknown;
    readonly structuredContent?: unknown;
  };
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = blocks.map((block) =>
    typeof block === "object" && block !== null && "text" in block && typeof block.text === "string"
      ? block.text
      : JSON.stringify(block, undefined, 2),
  );
  const structured =
    structuredContent === undefined
      ? []
      : [`structuredContent: ${JSON.stringify(structuredContent, undefined, 2)}`];
  return [...texts, ...structured].join("\n");
}
