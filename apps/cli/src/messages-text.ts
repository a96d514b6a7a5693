import type { PromptMessage } from "@x/router";
import { contentText } from "./result-text.js";

/** The messages of a prompt for people: who speaks on a line, and the content as that of a tool below it. */
export function messagesText(
  messages: readonly PromptMessage[],
  show: (text: string) => string,
): string {
  return messages.map(({ role, content }) => `${role}:\n${contentText(content, show)}`).join("\n");
}
