import { expect, test } from "vitest";
import type { Command } from "../src/commands.ts";
import { commandHelp } from "../src/help.ts";
import { run } from "./support.ts";

const command: Command = {
  ...{ name: "get-thing", id: "getThing", area: "things", client: "things" },
  ...{ method: "GET", path: "/things/{id}", summary: "Get a thing", description: "By its `id`." },
  ...{ deprecated: false, auth: "optional", clientOptions: [], examples: [{ id: "a b" }] },
  params: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
  places: { id: "path" },
  ...{ safe: true, idempotent: true },
  responses: { 200: "The thing.", 404: "No such thing." },
};

/** The titles of the sections, and how many lines each has. */
const sections = (help: string) =>
  Object.fromEntries(
    help
      .split("\n\n")
      .map((section) => section.split("\n"))
      .filter(([title]) => title?.endsWith(":"))
      .map(([title, ...lines]) => [title, lines.length]),
  );

test("the help of a command has a section for each kind of flags and for its errors", () => {
  const help = commandHelp(command);
  expect(help).toMatch(/^Usage: .* get-thing --id <text>\n\nGet a thing\.\nBy its id\.\n/);
  expect(sections(help)).toMatchObject({ "Parameters:": 1, "Example:": 2, "Errors:": 1 });
  expect(help).toContain("    --id 'a b'\n");
  expect(help).toMatch(/404 +No such thing \(exit code \d\)/);
});

test("a section without lines is left out", () => {
  const bare = { ...command, params: { type: "object" }, places: {}, examples: [], responses: {} };
  const titles = Object.keys(sections(commandHelp(bare)));
  expect(titles).not.toEqual([]);
  for (const title of ["Parameters:", "Example:", "Errors:"]) {
    expect(titles).not.toContain(title);
  }
});

test("`help` and `--help` print the same of a command, of which the usage has what is required", async () => {
  const asked = await run(["help", "get-block"]);
  expect(asked).toEqual(await run(["get-block", "--help"]));
  expect(asked.code).toBe(0);
  expect(asked.stdout).toContain(
    "Usage: npx @chainkit/cli get-block --chain-name <text> --block-number <text>\n",
  );
  const { stdout } = await run(["help", "get-latest-transactions"]);
  expect(stdout).toContain(
    "Usage: npx @chainkit/cli get-latest-transactions --chain-name <text> [flags]\n",
  );
});
