import { expect, test } from "vitest";
import type { Opened } from "./opened.js";

/** Every button under "Try", with the page's own words as the witness. */
export function tryingTests(opened: () => Opened): void {
  test.each(["notes", "files"])("%s is killed and comes back as another process", async (name) => {
    const { page, seen } = opened();
    const before = await seen.processOf(name);
    await seen.chooses("Server", name);
    await seen.tries("Kill (SIGKILL)");
    await seen.sees(page.getByRole("status"), `SIGKILL was sent to process ${before} of ${name}.`);
    await seen.sees(seen.panel("Events"), `${name} unavailable`);
    await expect
      .poll(async () => [before, undefined].includes(await seen.processOf(name)), {
        timeout: 100_000,
      })
      .toBe(false);
    await seen.sees(seen.peer(name), /ready .* Era modern/);
  });

  test.each([
    ["notes", "count_notes"],
    ["files", "count_files"],
    ["demo-orders", "list_orders"],
    ["invoices", "count_invoices"],
  ])("%s changes its tools: %s comes, and goes", async (name, tool) => {
    const { seen } = opened();
    await seen.chooses("Server", name);
    await seen.tries("Change its tools");
    await seen.seesNames((names) => names.includes(`${tool} ${name} ${tool}`));
    await seen.sees(seen.panel("Events"), `tools changed: added ${tool}`);
    await seen.tries("Change its tools");
    await seen.seesNames((names) => !names.includes(`${tool} ${name} ${tool}`));
    await seen.sees(seen.panel("Events"), `tools changed: removed ${tool}`);
  });

  test("a stalled server keeps its caller waiting no longer than it wants to, and goes on", async () => {
    const { seen } = opened();
    await seen.chooses("Server", "demo-orders");
    await seen.tries("Stall (SIGSTOP)");
    await seen.sees(seen.peer("demo-orders"), "stalled");
    const call = await seen.calls("get_order_status", { order_id: "123456" }, "0.5");
    await seen.sees(call, "failed timed_out");
    await seen.tries("Let it go on");
    await seen.seesNot(seen.peer("demo-orders"), "stalled");
    await seen.sees(seen.panel("Wire"), "→ to demo-orders notifications/cancelled");
    const again = await seen.calls("get_order_status", { order_id: "123456" });
    await seen.sees(again, "shipped");
  });

  test("without allowLegacy a legacy server gets no initialize, and with it one again", async () => {
    const { seen } = opened();
    await seen.chooses("Legacy server", "demo-orders");
    await seen.tries("Take away allowLegacy");
    const card = seen.peer("demo-orders");
    await seen.sees(card, /unavailable .* allowLegacy no .* Decision: legacy_not_allowed/);
    await seen.seesNot(card, "sent initialize");
    await seen.tries("Give allowLegacy");
    await seen.sees(card, /ready .* allowLegacy yes .* Decision: initialized .*sent initialize/);
  });

  test("an upgraded server is found to be modern, and a downgraded one legacy", async () => {
    const { seen } = opened();
    const card = seen.peer("demo-orders");
    await seen.tries("Upgrade demo-orders to modern and restart it");
    await seen.sees(card, /Era modern .* demo-orders 2\.0\.0 .* Decision: discovered/);
    const call = await seen.calls("get_order_status", { order_id: "123456" });
    await seen.sees(call, "shipped");
    await seen.tries("Downgrade demo-orders to legacy and restart it");
    await seen.sees(card, /Era legacy .* demo-orders 1\.0\.0 .* Decision: initialized/);
  });

  test("a server is connected anew", async () => {
    const { page, seen } = opened();
    await seen.chooses("Server", "legacy-tickets");
    await seen.tries("Connect anew");
    await seen.sees(page.getByRole("status"), "legacy-tickets was negotiated anew: ");
  });

  test("a colliding peer gets a prefixed name, and its noise on stdout is a fault", async () => {
    const { seen } = opened();
    await seen.tries("Add archive, which collides");
    await seen.seesNames((names) => names.includes("archive/search archive search"));
    await seen.sees(
      seen.panel("Names"),
      'Servers "notes" and "archive" both offer a tool "search": that of "notes" keeps the name, that of "archive" is called "archive/search".',
    );
    await seen.panel("Events").getByLabel("Kind").selectOption("fault");
    await seen.sees(seen.panel("Events"), /fault archive .*archive 1\.0\.0 is ready/);
    await seen.panel("Events").getByLabel("Kind").selectOption("");
    await seen.sees(seen.peer("archive"), /Faults 1 /);
  });

  test("under reject the client does not start, and says which two servers are why", async () => {
    const { page, seen } = opened();
    await seen.chooses("Policy", "reject");
    await seen.tries("Switch policy (a new client)");
    await seen.sees(
      page.getByRole("banner").getByRole("alert"),
      /The client has stopped: .*"notes".*"search"|"search".*"notes"/,
    );
    await seen.sees(page.getByRole("banner"), "It is stopped; policy reject.");
    // What only a client could do is off.
    for (const name of ["Connect anew", /allowLegacy/, /demo-orders to/]) {
      const button = seen.panel("Try").getByRole("button", { name });
      await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    }
  });

  test("under prefix-always a new client starts, and every name says whose it is", async () => {
    const { page, seen } = opened();
    await seen.chooses("Policy", "prefix-always");
    await seen.tries("Switch policy (a new client)");
    await seen.sees(page.getByRole("banner"), "It is running; policy prefix-always.");
    await seen.seesNames((names) =>
      ["notes/search notes search", "archive/search archive search"].every((one) =>
        names.includes(one),
      ),
    );
  });

  test("the colliding peer is removed, and its name with it", async () => {
    const { seen } = opened();
    await seen.tries("Remove archive");
    await seen.seesNames((names) => !names.some((name) => name.includes("archive")));
    expect(await seen.peer("archive").count()).toBe(0);
  });
}
