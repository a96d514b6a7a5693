import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HttpTransportError } from "../src/http-transport-error.js";
import { checkedHeaders, type OperatorHeaders, redactor } from "../src/operator-headers.js";

function refusal(headers: OperatorHeaders): HttpTransportError {
  try {
    checkedHeaders(headers);
  } catch (error) {
    if (error instanceof HttpTransportError) return error;
  }
  return expect.unreachable("the headers were accepted");
}

describe("checkedHeaders", () => {
  it("puts names in lower case and leaves values as they are", () => {
    expect(
      checkedHeaders({
        Authorization: "Bearer abc",
        "X-API-Key": "",
        Cookie: "a=1; b=2",
        "user-agent": "é\tÿ",
        "x-mcp": "1",
        "accept-language": "de",
        "!#$%&'*+-.^_`|~09": "x",
      }),
    ).toEqual({
      authorization: "Bearer abc",
      "x-api-key": "",
      cookie: "a=1; b=2",
      "user-agent": "é\tÿ",
      "x-mcp": "1",
      "accept-language": "de",
      "!#$%&'*+-.^_`|~09": "x",
    });
    expect(checkedHeaders({})).toEqual({});
  });

  it.each(["", " ", "a b", "a:", "ä", "a\n", "a\0", "(a)", "a/b", "a,b", '"a"', "{a}"])(
    "refuses the name %j",
    (name) => {
      expect(refusal({ [name]: "s3cret" })).toMatchObject({
        code: "invalid_header",
        fault: "local",
      });
      expect(refusal({ [name]: "s3cret" }).message).not.toContain("s3cret");
    },
  );

  it.each([
    "s3cret\n",
    "s3cret\r\nHost: x",
    "s3cret\r",
    "s3cret\0",
    "s3cret\x1b",
    "s3cret\x7f",
    "s3cretĀ",
    "s3cret😀",
  ])("refuses the value %j, names the header and does not show the value", (value) => {
    const error = refusal({ "X-Key": value });
    expect(error).toMatchObject({ code: "invalid_header", fault: "local" });
    expect(error.message).toContain("X-Key");
    expect(error.message).not.toContain("s3cret");
  });

  it("refuses a value that is no text", () => {
    const headers = JSON.parse('{"x-key":1}') as OperatorHeaders;
    expect(refusal(headers)).toMatchObject({ code: "invalid_header" });
  });

  it("refuses a name that comes in two spellings", () => {
    const error = refusal({ "X-Key": "a", "x-key": "a" });
    expect(error).toMatchObject({ code: "invalid_header" });
    expect(error.message).toContain("x-key");
  });

  it.each([
    "Content-Type",
    "content-length",
    "Accept",
    "Host",
    "Connection",
    "Transfer-Encoding",
    "TE",
    "Trailer",
    "Upgrade",
    "Keep-Alive",
    "Expect",
    "Mcp-Session-Id",
    "MCP-Protocol-Version",
    "mcp-method",
    "Mcp-Param-Region",
    "mcp-",
    "Last-Event-ID",
  ])("refuses %s, which the transport sets", (name) => {
    const error = refusal({ [name]: "s3cret" });
    expect(error).toMatchObject({ code: "reserved_header", fault: "local" });
    expect(error.message).toContain(name);
    expect(error.message).not.toContain("s3cret");
  });
});

describe("redactor", () => {
  const redact = redactor({
    authorization: "Bearer abcdef.123456",
    "x-api-key": 'k"e\\y-$1',
    "x-other": "abcdef.123456-longer",
    "x-short": "12345",
    "x-bearer": "Bearer xyz",
    "x-token": "bearer  uvw-xyz ",
    "x-phrase": "correct horse battery",
    cookie: "theme=dark; session=5e551on; id=7",
  });

  it.each([
    ["nothing to see", "nothing to see"],
    ["Authorization: Bearer abcdef.123456!", "Authorization: Bearer [authorization]!"],
    ["abcdef.123456abcdef.123456", "[authorization][authorization]"],
    ["<abcdef.123456-longer>", "<[x-other]>"],
    ['raw k"e\\y-$1 here', "raw [x-api-key] here"],
    [JSON.stringify({ echo: 'k"e\\y-$1' }), '{"echo":"[x-api-key]"}'],
    ["session 5e551on is over", "session [cookie] is over"],
    ["Bearer xyz, then", "Bearer xyz, then"],
    ["key uvw-xyz", "key [x-token]"],
    ["dark 12345 7 xyz.", "dark 12345 7 xyz."],
    ["abcdefX123456.", "abcdefX123456."],
    ["use Bearer", "use Bearer"],
    ["correct horse battery", "[x-phrase]"],
    ["correct, horse battery", "correct, horse battery"],
  ])("makes of %j %j", (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  it("replaces the beginning of a value at the end of a text that was cut", () => {
    expect(redact("you sent 5e551o")).toBe("you sent [cookie]");
    expect(redact("you sent abcdef.1234")).toMatch(/^you sent \[(?:authorization|x-other)\]$/);
    expect(redact("you sent abcdef")).toMatch(/^you sent \[(?:authorization|x-other)\]$/);
    expect(redact("you sent abcdef.123456-lo")).toBe("you sent [x-other]");
    expect(redact("you sent abcde")).toBe("you sent abcde");
    expect(redact("abcdef.123456 abcdef.123456-")).toBe("[authorization] [x-other]");
    expect(redact("abcdef, you sent")).toBe("abcdef, you sent");
  });

  it("changes nothing where there are no headers", () => {
    expect(redactor({})("abcdef")).toBe("abcdef");
  });

  it("leaves no value of six characters or more in any text", () => {
    const values = fc.array(fc.stringMatching(/^[!-~]{6,12}$/), { minLength: 1, maxLength: 4 });
    const parts = fc.array(fc.oneof(fc.nat(3), fc.string({ maxLength: 4 })));
    fc.assert(
      fc.property(values, parts, (secrets, pieces) => {
        const headers = Object.fromEntries(secrets.map((secret, index) => [`h${index}`, secret]));
        const text = pieces
          .map((piece) => (typeof piece === "number" ? (secrets[piece] ?? "") : piece))
          .join("");
        const redacted = redactor(headers)(text).replace(/\[h\d\]/g, "\n");
        for (const secret of secrets) expect(redacted).not.toContain(secret);
      }),
    );
  });
});
