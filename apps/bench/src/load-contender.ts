import type { Contender, ContenderName } from "./contender.js";

/** Only the one asked for is loaded: each is measured in a process without the others. */
export async function loadContender(name: ContenderName): Promise<Contender> {
  switch (name) {
    case "ours":
      return (await import("./contenders/ours.js")).ours;
    case "official":
      return (await import("./contenders/official.js")).official;
    case "bare":
      return (await import("./contenders/bare.js")).bare;
  }
}
