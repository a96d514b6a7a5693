import { callsOf } from "./contexts.js";
import { readEverything } from "./read-everything.js";
import { connected, type Scene } from "./scene.js";

type Scenario = (scene: Scene) => Promise<void>;

/** What the client does in each scenario that it takes part in. */
const SCENARIOS: { readonly [name: string]: Scenario } = {
  initialize: async (scene) => {
    await connected(scene);
  },
  "request-metadata": async (scene) => {
    await connected(scene);
  },
  tools_call: async (scene) => {
    await connected(scene);
    await scene.client.callTool("add_numbers", { a: 5, b: 3 });
  },
  "sse-retry": async (scene) => {
    await connected(scene);
    await scene.client.callTool("test_reconnection", {});
  },
  "http-standard-headers": async (scene) => {
    await connected(scene);
    for (const { canonical } of scene.client.tools) await scene.client.callTool(canonical, {});
    await readEverything(scene);
  },
  "http-custom-headers": async (scene) => {
    await connected(scene);
    for (const { name, arguments: args } of callsOf(scene.context)) {
      await scene.client.callTool(name, args);
    }
  },
  "http-invalid-tool-headers": async (scene) => {
    await connected(scene);
    for (const { canonical } of scene.client.tools) {
      await scene.client.callTool(canonical, { region: "us-east1" });
    }
  },
  "elicitation-sep1034-client-defaults": async (scene) => {
    await connected(scene);
    await scene.client.callTool("test_client_elicitation_defaults", {});
  },
  "sep-2322-client-request-state": async (scene) => {
    await connected(scene);
    for (const name of ["echo_state", "no_state", "unrelated", "no_result_type"]) {
      await scene.client.callTool(`test_mrtr_${name}`, {});
    }
  },
  "json-schema-ref-no-deref": async (scene) => {
    await connected(scene);
  },
  "json-schema-2020-12-preservation": async (scene) => {
    await connected(scene);
    const tool = scene.client.tools.find(({ local }) => local === "json_schema_2020_12_tool");
    if (tool === undefined) throw new Error("The tool whose schema is to be echoed is missing.");
    await scene.client.callTool("json_schema_echo", { schema: tool.tool.inputSchema });
  },
};

/** @throws Error where this client has no part in the scenario. */
export function scenarioNamed(name: string): Scenario {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (scenario === undefined) throw new Error(`There is no scenario "${name}" here.`);
  return scenario;
}
