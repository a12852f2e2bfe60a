import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { CHAIN_NAMES, profileOf } from "../src/chain/profiles.ts";
import { createProgram } from "../src/cli/program.ts";

const GUIDES = ["running", "secure", "observe", "keep"].map((verb) => `${verb}-the-service`);
const read = (name: string) =>
  readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), "utf8");
const guide = [...GUIDES, "troubleshooting", "nodes-and-providers", "cache-behind-a-cdn"]
  .map(read)
  .join("\n\n");
const others = read("postgresql") + read("moving-endpoints");

describe("what the guide for operators says", () => {
  test("each option that it names exists", () => {
    const flagsOf = (command: Command): string[] => [
      ...command.options.map(({ long }) => long ?? ""),
      ...command.commands.flatMap(flagsOf),
    ];
    const named = [...(guide + others).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag);
    // Of sha256sum, systemctl and Node.
    const foreign = ["--check", "--kill-whom", "--heapsnapshot-near-heap-limit"];
    const known = [...flagsOf(createProgram()), "--help", ...foreign];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  test("each chain halts at the depth that it states", () => {
    const [table = ""] = /^\| chain +\| blocks until final.*?\n\n/ms.exec(guide) ?? [];
    const rows = [...table.matchAll(/^\| ([a-z, ]+?) +\| (\d+) +\|$/gm)];
    const said = rows.flatMap(([, names = "", blocks]) =>
      names.split(", ").map((name) => [name, Number(blocks)]),
    );
    const known = CHAIN_NAMES.map((name) => [name, profileOf(name).finality]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(known));
  });
});
