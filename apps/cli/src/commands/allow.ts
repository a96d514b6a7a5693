import type { Command, Option } from "../command.js";
import { CONFIG, INPUT, JSON_OUTPUT, OVERLAY, TRACE } from "../options.js";
import { given, nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

const REOPEN: Option = {
  name: "reopen",
  summary: "Open it anew for initialize; some take none after a probe.",
};

const YES: Option = { name: "yes", short: "y", summary: "Do not ask; for scripts." };

/** `allow`. */
export const ALLOW: Command = {
  name: "allow",
  summary: "Let one server be a legacy one, after showing what was seen of it.",
  words: [{ name: "SERVER", holds: "server" }],
  options: [CONFIG, INPUT, OVERLAY, JSON_OUTPUT, TRACE, REOPEN, YES],
  examples: ["x-mcp allow tickets", "x-mcp allow tickets --yes --overlay x-mcp.overlay.json"],
  alsoCalled: ["trust"],
  document: async () => (await import("../documents/configured.js")).ALLOWED_SERVER,
  read: ([server, ...rest], options) => {
    nothingMore("allow", rest);
    const settings = settingsOf(options);
    const line = {
      format: settings.format,
      server: given(server, "Say which server may be a legacy one: allow SERVER."),
      isReopened: options.has(REOPEN),
      isConfirmed: options.has(YES),
    };
    return {
      on: "servers",
      settings: { ...settings, sources: { ...settings.sources, isOverlayNew: true } },
      run: async (invocation) => (await import("../allow.js")).allow(line, invocation),
    };
  },
};
