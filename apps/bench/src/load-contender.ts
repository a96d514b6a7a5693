import type {
  Contender,
  Endpoint,
  HttpContenderName,
  StdioContender,
  StdioContenderName,
} from "./contender.js";

/** Only the one asked for is loaded: each is measured in a process without the others. */
export async function loadStdioContender(name: StdioContenderName): Promise<StdioContender> {
  switch (name) {
    case "ours":
      return (await import("./contenders/ours.js")).ours;
    case "official":
      return (await import("./contenders/official.js")).official;
    case "bare":
      return (await import("./contenders/bare.js")).bare;
  }
}

/** {@link loadStdioContender} over HTTP. */
export async function loadHttpContender(name: HttpContenderName): Promise<Contender<Endpoint>> {
  switch (name) {
    case "ours":
      return (await import("./contenders/http-ours.js")).ours;
    case "ours-dispatch":
      return (await import("./contenders/http-ours-dispatch.js")).oursDispatch;
    case "official":
      return (await import("./contenders/http-official.js")).official;
    case "bare":
      return (await import("./contenders/http-bare.js")).bare;
    case "bare-dispatch":
      return (await import("./contenders/http-bare-dispatch.js")).bareDispatch;
    case "bare-fetch":
      return (await import("./contenders/http-bare-fetch.js")).bareFetch;
  }
}
