import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "./support.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));
const ofMuseum = ["--spec", museum];

test("the catalogue of help: of the program and of commands, of ours and of a document", async () => {
  const lines = [
    ["--help"],
    ["get-latest-transactions", "--help"],
    ["help", "create-tag"],
    ["profile", "--help"],
    [...ofMuseum, "--help"],
    [...ofMuseum, "list-special-events", "--help"],
  ];
  const texts: string[] = [];
  for (const args of lines) {
    const { code, stdout } = await run(args);
    expect([args, code]).toEqual([args, 0]);
    texts.push(`$ ${args.join(" ")}\n${stdout}`.replaceAll(museum, "museum.yaml"));
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("catalogue/help.txt");
});
