import { afterAll, beforeAll, describe } from "vitest";
import { callingTests } from "./console/calling.js";
import { hostTests } from "./console/host.js";
import { looksTests } from "./console/looks.js";
import { type Opened, openConsolePage } from "./console/opened.js";
import { shownTests } from "./console/shown.js";
import { tryingTests } from "./console/trying.js";

// One console and one page for all of it, in this order: what is done in one test is seen in the next.
let opened: Opened;
beforeAll(async () => {
  opened = await openConsolePage();
});
afterAll(async () => {
  await opened?.started.close();
  await opened?.program.end();
});
const get = (): Opened => opened;

describe("what is shown", () => shownTests(get));
describe("the form of a tool", () => callingTests(get));
describe("how it looks", () => looksTests(get));
describe("what can be tried", () => tryingTests(get));
describe("the page and its host", () => hostTests(get));
