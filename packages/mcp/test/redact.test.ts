import { expect, it, onTestFinished, vi } from "vitest";
import { tokensOf } from "../src/options.ts";
import { redactingFetch, redactor } from "../src/redact.ts";

const TOKENS = ['tk_2f9d81c0a7"b/3 46e5', "Zm9v+YmFy/~~???>>>=", "12345678", "tökën-ñ-123456"];

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "a URL": encodeURIComponent,
  "a query": (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
};

it.each(Object.entries(ENCODINGS))("removes a token in %s", (_, encode) => {
  for (const token of TOKENS) {
    const redact = redactor([token]);
    const found = redact({ [encode(token)]: [`before ${encode(token)} after`] });
    expect(found).toEqual({ "[redacted]": ["before [redacted] after"] });
  }
});

it.each(["user:secret-word", "only-a-name"])(
  "removes basic credentials as they are sent: %s",
  (pair) => {
    const credentials = [{ name: "login", credential: { kind: "basic" } }];
    const api = { rules: { credentials } } as never;
    const redact = redactor(tokensOf({ api, settings: { login: pair } }));
    const sent = Buffer.from(pair.includes(":") ? pair : `${pair}:`).toString("base64");
    expect(redact(`Basic ${sent} of ${pair}`)).toBe("Basic [redacted] of [redacted]");
    expect(redact(`a ${pair.split(":").at(-1)}`)).toBe("a [redacted]");
  },
);

it.each([
  ["text/plain", 200, ["1234", "5678xy"], "[redacted]xy"],
  // Of a body that is too long, what makes the client refuse it.
  ["text/plain", 200, ["1234", "5678xyz", "more"], "12345678xyz"],
  ["image/png", 200, ["12345678"], "12345678"],
  ["application/octet-stream", 200, ["12345678"], "12345678"],
  ["text/event-stream", 200, ["12345678"], "12345678"],
  ["text/event-stream", 500, ["12345678"], "[redacted]"],
])("the body of %s with %i: %j is read as %s", async (type, status, chunks, body) => {
  const stream = ReadableStream.from(chunks.map((each) => Buffer.from(each)));
  const response = new Response(stream, { status, headers: { "content-type": type } });
  vi.stubGlobal("fetch", async () => response);
  onTestFinished(() => void vi.unstubAllGlobals());
  const redacted = await redactingFetch(redactor(["12345678"]), 10)("http://a.test");
  expect([redacted.status, await redacted.text()]).toEqual([status, body]);
});

it("removes each of several tokens, and nothing else", () => {
  const redact = redactor(["first-token-1", "second-token-2"]);
  expect(redact("first-token-1 second-token-2")).toBe("[redacted] [redacted]");
  const other = { hash: `0x${"ab".repeat(32)}`, name: "First-Token-1", value: 5, none: null };
  expect(redact(other)).toEqual(other);
});
