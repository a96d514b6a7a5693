import type { JSX } from "preact";
import { useId } from "preact/hooks";

/** A labelled list to choose one of; the empty option stands for all. */
export function Select({
  label,
  value,
  onValue,
  options,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly string[];
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === "" ? "all" : option}
          </option>
        ))}
      </select>
    </div>
  );
}
