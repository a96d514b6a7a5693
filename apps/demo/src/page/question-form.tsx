import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Ask, Question } from "../console/protocol.js";
import { answersOf, type Drafts, fieldsOfQuestion, fill, initialDrafts } from "./field.js";
import { Fields } from "./fields.js";

/** What a server asks the user in the middle of a call. */
export function QuestionForm({
  question,
  onAsk,
}: {
  readonly question: Question;
  readonly onAsk: (ask: Ask) => void;
}): JSX.Element {
  const { key, peer, about, message } = question;
  const fields = fieldsOfQuestion(question.fields);
  const [drafts, setDrafts] = useState<Drafts>(initialDrafts(fields));
  const [problem, setProblem] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever has just made the call is led to it; whoever is somewhere else is left there.
  useEffect(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.closest("#call") !== null) {
      heading.current?.focus();
    }
  }, []);
  const form = useRef<HTMLFormElement>(null);
  // When it is answered it goes, and whoever is in it stays in the panel.
  useLayoutEffect(
    () => () => {
      if (form.current?.contains(document.activeElement) !== true) return;
      document.getElementById("call")?.focus({ preventScroll: true });
    },
    [],
  );

  function answer(action: "accept" | "decline" | "cancel"): void {
    if (action !== "accept") {
      onAsk({ type: "answer", question: key, action });
      return;
    }
    const filled = fill(fields, drafts);
    const [wrong] = filled.problems;
    if (wrong !== undefined) {
      setProblem(wrong);
      return;
    }
    onAsk({ type: "answer", question: key, action, content: answersOf(filled.values) });
  }

  return (
    <form
      ref={form}
      class="question"
      noValidate
      aria-labelledby={`question-${key}`}
      onSubmit={(event) => {
        event.preventDefault();
        answer("accept");
      }}
    >
      <h3 id={`question-${key}`} tabIndex={-1} ref={heading}>
        {peer} asks{about === null ? "" : `, for ${about}`}
      </h3>
      <p>{message}</p>
      <Fields
        fields={fields}
        drafts={drafts}
        onDraft={(name, draft) => setDrafts({ ...drafts, [name]: draft })}
        idPrefix={`answer-${key}`}
      />
      {problem === "" ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="buttons">
        <button type="submit" class="primary">
          Send the answer
        </button>
        <button type="button" onClick={() => answer("decline")}>
          Decline
        </button>
        <button type="button" onClick={() => answer("cancel")}>
          Dismiss
        </button>
      </p>
    </form>
  );
}
