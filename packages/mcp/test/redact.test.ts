import { expect, it } from "vitest";
import { redactor } from "../src/redact.ts";

const TOKENS = ['tk_2f9d81c0a7"b/3 46e5', "Zm9v+YmFy/~~???>>>=", "12345678", "tökën-ñ-123456"];
const FILLERS = ["", "a", "ab", "abc", "xyz."];

const hex = (text: string) => Buffer.from(text).toString("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");
const percent = (text: string) => hex(text).replace(/../g, "%$&");
const unicode = (text: string) =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "a URL": encodeURIComponent,
  "a query": (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  "a URL, every byte": percent,
  "a URL, every byte in upper case": (text) => percent(text).toUpperCase(),
  "a URL within a URL": (text) => encodeURIComponent(percent(text)),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON as PHP writes it": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in ASCII": unicode,
  hex,
  "hex in upper case": (text) => hex(text).toUpperCase(),
  base64,
  base64url,
  "base64 in a URL": (text) => encodeURIComponent(base64(text)),
};

it.each(Object.keys(ENCODINGS))("removes a token in %s", (name) => {
  const encode = ENCODINGS[name] as (text: string) => string;
  for (const token of TOKENS) {
    const redact = redactor([token]);
    const found = redact({ [encode(token)]: [`before ${encode(token)} after`] });
    expect(found).toEqual({ "[redacted]": ["before [redacted] after"] });
  }
});

it.each(["base64", "base64url", "base64 in a URL", "hex"])(
  "removes a token in %s of a longer text",
  (name) => {
    const encode = ENCODINGS[name] as (text: string) => string;
    for (const token of TOKENS) {
      for (const before of FILLERS) {
        for (const after of FILLERS) {
          const left = redactor([token])(encode(before + token + after));
          expect(left).toContain("[redacted]");
          const most = digits(encode(before + token + after)) - digits(encode(token));
          expect(digits(left.replace("[redacted]", ""))).toBeLessThanOrEqual(most);
        }
      }
    }
  },
);

const digits = (encoded: string) => decodeURIComponent(encoded).replaceAll("=", "").length;

it("leaves whole digits before a token in base64", () => {
  for (const token of TOKENS) {
    expect(redactor([token])(base64(`abc${token}`))).toBe(`${base64("abc")}[redacted]`);
  }
});

it("removes each of several tokens, and nothing else", () => {
  const redact = redactor(["first-token-1", "second-token-2"]);
  expect(redact("first-token-1 second-token-2")).toBe("[redacted] [redacted]");
  const other = { hash: `0x${"ab".repeat(32)}`, name: "First-Token-1", value: 5, none: null };
  expect(redact(other)).toEqual(other);
});

it("leaves hex and base64 alone that only look like a short token", () => {
  expect(redactor(["ab"])(`0x${hex("ab")} ${base64("ab")} ab`)).toBe("0x6162 YWI= [redacted]");
});
