/**
 * One full garbage collection, as every host of some age has behind it: what is made per call is
 * measured the way it is from then on. The process needs `--expose-gc`.
 */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Start this process with --expose-gc.");
  void globalThis.gc();
}
