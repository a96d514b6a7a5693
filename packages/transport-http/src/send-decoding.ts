import type { Transform } from "node:stream";
import type { Zlib } from "node:zlib";

/** Where a decoded body goes. */
export interface DecodedBody {
  readonly chunk: (bytes: Uint8Array) => void;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A stream that undoes a `Content-Encoding` and hands on what it has as soon as it can, or `undefined`
 * where there is nothing to undo. An empty body is one in any encoding.
 *
 * Compression is never asked for: this is for servers that compress all the same.
 *
 * @throws Error with `code` `UNKNOWN_CONTENT_ENCODING`.
 */
export function decoderOf(encoding: string | undefined, body: DecodedBody): Transform | undefined {
  if (encoding === undefined || encoding === "" || encoding === "identity") return undefined;
  const decoder = newDecoder(encoding.toLowerCase());
  decoder.on("data", body.chunk);
  decoder.on("end", body.end);
  decoder.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "Z_BUF_ERROR" && decoder.bytesWritten === 0) body.end();
    else body.fail(error);
  });
  return decoder;
}

function newDecoder(encoding: string): Transform & Zlib {
  const { createUnzip, createBrotliDecompress, constants } = process.getBuiltinModule("node:zlib");
  switch (encoding) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      return createUnzip({ flush: constants.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw Object.assign(new Error("An unknown content encoding."), {
        code: "UNKNOWN_CONTENT_ENCODING",
      });
  }
}
