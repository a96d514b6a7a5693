import process from "node:process";
import type { Assignment, Measures } from "./order.js";

/** Carries out one assignment in this process, and prints what was measured as one line of JSON. */
export async function work(assignment: string): Promise<void> {
  const measures = await carryOut(JSON.parse(assignment) as Assignment);
  process.stdout.write(`${JSON.stringify(measures)}\n`);
}

async function carryOut(assignment: Assignment): Promise<Measures> {
  switch (assignment.over) {
    case "stdio": {
      const { stdioWork } = await import("./stdio-work.js");
      return stdioWork(assignment.contender, assignment.order);
    }
    case "http": {
      const { httpWork } = await import("./http-work.js");
      return httpWork(assignment.contender, assignment.order);
    }
  }
}
