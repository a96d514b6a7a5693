import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take long, the longest first, from the root. One of them at the end would keep a worker
 * busy while the others have nothing left to do.
 */
export const SLOW: readonly string[] = [
  "apps/interop/test/enumeration.test.ts",
  "apps/interop/test/faults/faults.test.ts",
  "apps/consumer/test/rescope.test.ts",
  "apps/conformance/test/conformance.test.ts",
  "apps/consumer/test/published.test.ts",
  "apps/browser/test/console.test.ts",
  "apps/bench/test/quick-run.test.ts",
  "apps/demo/test/web.test.ts",
];

/** Apps next, which start processes; then packages, which mostly compute. Files of a project share a worker. */
const KINDS = ["apps/cli/", "apps/", "packages/"];

/** Starts what takes longest first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = (await super.sort(files)).map((file) => ({ file, rank: this.#rank(file) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
  }

  #rank({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId).replaceAll("\\", "/");
    const slow = SLOW.indexOf(path);
    return slow >= 0 ? slow : SLOW.length + KINDS.findIndex((kind) => path.startsWith(kind));
  }
}
