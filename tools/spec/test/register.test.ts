import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkRegister,
  readRegister,
  registerText,
  specFolder,
  withRegister,
} from "../src/index.ts";

const entry = { question: "Which?", contract: "Any.", otherwise: "Choose." };
const numbered = { number: 1, ...entry, appliesTo: "All", why: "Nobody knows." };

describe("the register", () => {
  it("is complete, and its waivers have different names", async () => {
    const register = await readRegister();
    expect(register.filter(({ number }) => number !== undefined)).toHaveLength(28);
    expect(register.flatMap(({ waiver }) => waiver ?? []).length).toBeGreaterThan(10);
  });

  it("is what the README of the contract shows", async () => {
    const readme = await readFile(join(specFolder, "README.md"), "utf8");
    const cells = (text: string) =>
      text
        .split("\n")
        .flatMap((line) => line.split("|").map((cell) => cell.trim().replace(/^-+$/, "-")));
    expect(cells(readme)).toEqual(cells(withRegister(readme, await readRegister())));
  });

  it("keeps a vertical bar within its cell", () => {
    expect(registerText([{ ...entry, contract: "a|b" }])).toContain("| a\\|b |");
  });
});

describe("an entry is refused", () => {
  it.each([
    ["without advice", { ...entry, otherwise: undefined }, "entry 1 must have the text otherwise"],
    ["with an unknown field", { ...entry, reason: "x" }, "entry 1 has no reason"],
    [
      "without a reason, if it has a number",
      { ...numbered, why: undefined },
      "must have the text why",
    ],
    ["with a number out of order", { ...numbered, number: 2 }, "must have the number 1; found 2"],
    ["with a waiver without a name", { ...entry, waiver: {} }, "found undefined"],
    ["with a waiver of another name", { ...entry, waiver: { id: "A b" } }, "found A b"],
    ["that is none", "Which?", "entry 1 must be an object"],
  ])("%s", (_, wrong, message) => {
    expect(() => checkRegister([wrong])).toThrow(message);
  });

  it("with a waiver that another one names", () => {
    const twice = { ...entry, waiver: { id: "one" } };
    expect(() => checkRegister([twice, twice])).toThrow(/entry 2 must name a waiver .*; found one/);
  });

  it.each([[[]], [{}]])("if there is none: %j", (entries) => {
    expect(() => checkRegister(entries)).toThrow("must be a list");
  });
});
