/** What a worker runs: one job after the other, with the schemas that it was given before. */
import { parentPort } from "node:worker_threads";
import type { Job, Reply } from "./job.js";
import { Schemas } from "./schemas.js";

const schemas = new Schemas();

parentPort?.on("message", ({ key, schema, release, value }: Job) => {
  schemas.forget(release);
  if (schema !== undefined) {
    schemas.compile(key, schema);
    say({ type: "compiled" });
  }
  say({ type: "done", verdict: schemas.check(key, value), held: schemas.size });
});
say({ type: "ready" });

function say(reply: Reply): void {
  parentPort?.postMessage(reply);
}
