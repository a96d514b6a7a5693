import { styleText } from "node:util";

/** Where the story is told: lines of text, none longer than the terminal is wide. */
export interface Printer {
  /** A title, with an empty line before it. */
  heading(text: string): void;
  /** A line as it is. */
  line(text: string): void;
  /** One frame, cut to the width. */
  frame(direction: "sent" | "received", text: string): void;
  /** What was expected and holds. */
  held(text: string): void;
  /** What was expected and does not hold. */
  broken(text: string): void;
}

/** How a {@link printer} prints. */
export interface PrinterOptions {
  readonly write: (line: string) => void;
  /** Characters a line, for frames; everything else is written in full. */
  readonly columns: number;
  readonly colours: "on" | "off";
}

/** A printer to any sink of lines. */
export function printer({ write, columns, colours }: PrinterOptions): Printer {
  const style = (format: Parameters<typeof styleText>[0], text: string): string =>
    colours === "on" ? styleText(format, text) : text;
  return {
    heading: (text) => write(`\n${style("bold", text)}`),
    line: write,
    frame: (direction, text) => {
      const arrow = direction === "sent" ? "-->" : "<--";
      write(style("dim", cut(`  ${arrow} ${text}`, columns)));
    },
    held: (text) => write(`  ${style("green", "ok")}  ${text}`),
    broken: (text) => write(`  ${style("red", "FAILED")}  ${text}`),
  };
}

/** The printer to this process's standard output; colours only on a terminal, never with `NO_COLOR`. */
export function terminal(): Printer {
  const { isTTY, columns = 110 } = process.stdout;
  return printer({
    write: (line) => void process.stdout.write(`${line}\n`),
    columns,
    colours: isTTY && !process.env["NO_COLOR"] ? "on" : "off",
  });
}

/** A server chose what is in a frame: it must not drive the terminal. */
function cut(text: string, columns: number): string {
  const plain = text.replaceAll(/\p{Cc}/gu, " ");
  return plain.length <= columns ? plain : `${plain.slice(0, columns - 1)}…`;
}
