import { expect, test } from "vitest";
import { parseJson } from "../src/judge/json.ts";

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as Buffer));

test.each([
  ['{"a":[{"b":1},{"b":2}],"c":{"a":null}}', { a: [{ b: 1 }, { b: 2 }], c: { a: null } }],
  ['{"quoted":"\\"a\\":1","back\\\\":"\\\\"}', { quoted: '"a":1', "back\\": "\\" }],
  [' "a: \\"b\\"" ', 'a: "b"'],
  ['{ "spaced" : {} }', { spaced: {} }],
])("%s is read", (text, value) => {
  expect(parse(text)).toEqual(value);
});

test.each([
  ['{"a":1,"a":1}', "two members of one name"],
  ['[{"b":{"a":1,"c":2,"a" : 3}}]', "two members of one name"],
  ['\ufeff{"a":1}', "byte order mark"],
  ['{"a":1', "JSON"],
  [Buffer.from([0x22, 0xff, 0x22]), "encoded data"],
])("%s is refused", (text, reason) => {
  expect(() => parse(text)).toThrow(reason);
});
