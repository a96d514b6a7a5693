import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { anchorOf, fencesOf, withoutFences } from "./markdown.ts";

const root = join(import.meta.dirname, "..");
const { name } = JSON.parse(read("docs/package.json"));
/** With its slash: a team can publish under another one. */
const scope: string = name.replace(/[^/]*$/, "");

type Arrows = { readonly [from: string]: readonly string[] };
const tags: { readonly [tag: string]: { readonly dependencies: { readonly allow: string[] } } } =
  JSON.parse(read("turbo.json")).boundaries.tags;
const allowed: Arrows = Object.fromEntries(
  Object.entries(tags).map(([tag, { dependencies }]) => [tag, dependencies.allow]),
);

/** @throws Error for a package whose README has no example of its own, or one that looks above it. */
export function checkExamples(): void {
  for (const file of globSync("packages/*/README.md", { cwd: root })) {
    const own = file.split("/")[1] ?? "";
    const pattern = new RegExp(`from "${scope}([\\w-]+)["/]`, "g");
    const imported = fencesOf(read(file))
      .filter(({ language }) => language === "ts")
      .flatMap(({ code }) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));
    if (!imported.includes(own)) throw new Error(`${file} has no example that imports ${own}`);
    const known = below(own, allowed);
    const above = imported.filter((other) => !known.has(other));
    if (above.length > 0) throw new Error(`${file} imports what is above ${own}: ${above}`);
  }
}

/**
 * The root README against what there is: it links to every package, app and page, and its diagram has the
 * arrows of `turbo.json`, those that tests alone take aside.
 */
export function checkRootReadme(): void {
  const readme = read("README.md");
  const pages = globSync(["packages/*/README.md", "apps/*/README.md", "docs/*.md"], { cwd: root });
  const absent = pages.filter((page) => !readme.includes(`](${page}`));
  if (absent.length > 0) throw new Error(`README.md has no link to ${absent.sort().join(", ")}`);
  const drawn = arrowsOf(readme);
  for (const tag of Object.keys(allowed)) {
    if (tag === "app") continue;
    const [is, should] = [drawn, allowed].map((arrows) =>
      [...below(tag, arrows)].filter((one) => one === tag || one !== "testkit").sort(),
    );
    if (String(is) === String(should)) continue;
    throw new Error(`README.md draws ${tag} over ${is}; turbo.json has it over ${should}`);
  }
}

/** @throws Error for a package or app without README, or whose tag `turbo.json` does not know: no arrow holds for it. */
export function checkRooms(): void {
  for (const file of globSync("{packages,apps}/*/package.json", { cwd: root })) {
    const folder = dirname(file);
    const [parent, own = ""] = folder.split("/");
    const tag = parent === "apps" ? "app" : own;
    const configuration = `${folder}/turbo.json`;
    const given = existsSync(join(root, configuration)) ? JSON.parse(read(configuration)).tags : [];
    if (String(given) !== tag || !Object.hasOwn(allowed, tag)) {
      throw new Error(`${configuration} needs the one tag "${tag}", with its arrows in turbo.json`);
    }
    if (!existsSync(join(root, folder, "README.md"))) throw new Error(`${folder} has no README.md`);
  }
}

/** @throws Error for a link of a page, README or decision to a file or heading that is not there. */
export function checkLinks(sources: readonly string[]): void {
  const broken: string[] = [];
  for (const source of sources) {
    for (const [, link = ""] of withoutFences(read(source)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = "", hash] = link.split("#");
      const target = path === "" ? source : relative(root, join(root, dirname(source), path));
      const isThere = existsSync(join(root, target));
      if (!isThere || (hash !== undefined && !anchorsOf(target).has(hash))) {
        broken.push(`${source}: ${link}`);
      }
    }
  }
  if (broken.length > 0) throw new Error(`Links lead nowhere:\n${broken.join("\n")}`);
}

/**
 * The files that a table of a page names: by their whole path, then in the same line by their names alone.
 *
 * @throws Error for one that is not there.
 */
export function checkPaths(page: string): void {
  const absent: string[] = [];
  for (const line of read(page).split("\n")) {
    let folder: string | undefined;
    for (const [, path = ""] of line.matchAll(/`([a-z0-9./*-]+)`/g)) {
      const isWhole = /^(?:packages|apps|docs|tooling)\//.test(path);
      if (isWhole) folder = dirname(path);
      const file = isWhole ? path : /\.ts$/.test(path) && folder ? join(folder, path) : undefined;
      if (file !== undefined && globSync(file, { cwd: root }).length === 0) absent.push(file);
    }
  }
  if (absent.length > 0) throw new Error(`${page} names what is not there: ${absent.join(", ")}`);
}

function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...withoutFences(read(page)).matchAll(/^#+ (.*)$/gm)];
  return new Set(headings.map(([, heading = ""]) => anchorOf(heading)));
}

/** What a package may know of: what its tag allows, and what that allows in turn. */
function below(tag: string, arrows: Arrows): Set<string> {
  const known = new Set([tag]);
  for (const one of known) for (const next of arrows[one] ?? []) known.add(next);
  return known;
}

/** `a, b ──► c ──► d` of a diagram: all on the left of an arrow over all on its right. */
function arrowsOf(readme: string): Arrows {
  const arrows: { [from: string]: string[] } = {};
  for (const line of readme.split("\n").filter((one) => one.includes("──►"))) {
    const groups = line
      .replace(/^ (?:shells|core) /, "")
      .split("──►")
      .map((group) => group.match(/[a-z][a-z-]+/g) ?? []);
    for (const [at, from] of groups.entries()) {
      for (const one of from) arrows[one] = [...(arrows[one] ?? []), ...(groups[at + 1] ?? [])];
    }
  }
  return arrows;
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
