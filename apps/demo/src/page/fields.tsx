import type { JSX } from "preact";
import type { Draft, Drafts, Field } from "./field.js";

/** The fields of one form; `idPrefix` keeps their ids apart from those of other forms. */
export function Fields({
  fields,
  drafts,
  onDraft,
  idPrefix,
}: {
  readonly fields: readonly Field[];
  readonly drafts: Drafts;
  readonly onDraft: (name: string, draft: Draft) => void;
  readonly idPrefix: string;
}): JSX.Element {
  return (
    <>
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          draft={drafts[field.name] ?? field.initial}
          onDraft={(draft) => onDraft(field.name, draft)}
          id={`${idPrefix}-${field.name}`}
        />
      ))}
    </>
  );
}

interface OneFieldProps {
  readonly field: Field;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly id: string;
}

function OneField({ field, draft, onDraft, id }: OneFieldProps): JSX.Element {
  const hintId = field.hint === "" ? undefined : `${id}-hint`;
  const hint =
    hintId === undefined ? null : (
      <span id={hintId} class="hint">
        {field.hint}
      </span>
    );
  if (field.kind === "boolean") {
    return (
      <div class="field">
        <label class="tick">
          <input
            type="checkbox"
            checked={draft === true}
            aria-describedby={hintId}
            onChange={({ currentTarget }) => onDraft(currentTarget.checked)}
          />{" "}
          {field.label}
        </label>
        {hint}
      </div>
    );
  }
  if (field.kind === "choices") return <Choices {...{ field, draft, onDraft, id }} />;
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.isRequired ? <span class="required"> (required)</span> : null}
      </label>
      <Entry field={field} text={String(draft)} onDraft={onDraft} id={id} hintId={hintId} />
      {hint}
    </div>
  );
}

function Entry({
  field,
  text,
  onDraft,
  id,
  hintId,
}: Pick<OneFieldProps, "field" | "onDraft" | "id"> & {
  readonly text: string;
  readonly hintId: string | undefined;
}): JSX.Element {
  if (field.kind === "choice") {
    return (
      <select
        id={id}
        value={text}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
      >
        <option value="">(none)</option>
        {field.options.map(({ title }, at) => (
          <option key={at} value={String(at)}>
            {title}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === "json") {
    return (
      <>
        <textarea
          id={id}
          rows={3}
          spellcheck={false}
          value={text}
          aria-describedby={hintId}
          onInput={({ currentTarget }) => onDraft(currentTarget.value)}
        />
        {field.schema === undefined ? null : (
          <details>
            <summary>JSON that {field.label} may be</summary>
            <pre>{field.schema}</pre>
          </details>
        )}
      </>
    );
  }
  return (
    <input
      id={id}
      type="text"
      inputMode={field.kind === "text" ? "text" : "decimal"}
      autocomplete="off"
      value={text}
      aria-describedby={hintId}
      onInput={({ currentTarget }) => onDraft(currentTarget.value)}
    />
  );
}

function Choices({ field, draft, onDraft }: OneFieldProps): JSX.Element {
  const chosen = Array.isArray(draft) ? draft : [];
  return (
    <fieldset class="field">
      <legend>{field.label}</legend>
      {optionsIn(field).map(({ value, title }) => (
        <label key={value} class="tick">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onDraft(
                currentTarget.checked
                  ? [...chosen, value]
                  : chosen.filter((one: string) => one !== value),
              )
            }
          />{" "}
          {title}
        </label>
      ))}
    </fieldset>
  );
}

/** Of several that may be chosen, each is a text. */
function optionsIn({
  options,
}: Field): readonly { readonly value: string; readonly title: string }[] {
  return options.map(({ value, title }) => ({ value: String(value), title }));
}
