import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { config, embedded, folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { hasShell, pathWithProgram, terminal } from "./support/shell.js";

/** A configuration that a run has listed, in a folder with files, and the environment to find it. */
async function listed() {
  const cwd = folder();
  const env = { XDG_CACHE_HOME: folder() };
  const file = config({ notes: embedded({ tools: ["guide", "echo"] }), wiki: embedded({}) });
  await runHere(["tools", "-c", file], { env, cwd: () => cwd });
  writeFileSync(join(cwd, "my words.txt"), "");
  return { cwd, env, file };
}

/** Defines a command that shows its words, and is completed as the program is. */
const SETUP: Readonly<Record<string, string>> = {
  bash: `show() { printf '<%s>' "$@"; echo; }; eval "$(x-mcp completion bash)"; complete -o nospace -F _x_mcp show; echo rea''dy\r`,
  zsh: `show() { printf '<%s>' "$@"; echo; }; autoload -Uz compinit; compinit -u -D; eval "$(x-mcp completion zsh)"; compdef _x_mcp show; echo rea''dy\r`,
};

const SHELLS = Object.keys(SETUP).filter(hasShell);

it("bash, at least, is there to be tried", () => {
  expect(SHELLS).toContain("bash");
});

it.each(SHELLS)(
  "in %s the tab key completes commands, tools, arguments, values and files",
  async (shell) => {
    const { cwd, env, file } = await listed();
    const { type, shows } = terminal(shell, cwd, env);
    type(SETUP[shell] ?? "");
    await shows(/^ready/m);
    type(`show call -c ${file} gui\tmo\tw\tplace=Paris\r`);
    expect(await shows(/^<.*>/m)).toBe(`<call><-c><${file}><guide><mood=wild><place=Paris>`);
    type("show call x y=@my\t\r");
    expect(await shows(/^<call><x>.*>/m)).toBe("<call><x><y=@my words.txt>");
  },
);

it.each(["fish"].filter(hasShell))("in %s the same is offered", async (shell) => {
  const { cwd, env, file } = await listed();
  const offered = (line: string): readonly string[] => {
    const script = `x-mcp completion fish | source; complete -C '${line}'`;
    const all = { ...process.env, ...env, PATH: pathWithProgram() };
    const text = execFileSync(shell, ["--no-config", "-c", script], { cwd, env: all }).toString();
    return text.trimEnd().split("\n");
  };
  expect(offered("x-mcp cal")).toEqual(["call\tCall a tool and print its result."]);
  expect(offered(`x-mcp call -c ${file} gui`)).toEqual(["guide\tPlan a trip."]);
  expect(offered(`x-mcp call -c ${file} guide mood=`)).toEqual(["mood=calm", "mood=wild"]);
  expect(offered("x-mcp trace my")).toEqual([expect.stringMatching(/^my words\.txt/)]);
});
