import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { mode } from "../src/clients.ts";
import { bundlePeer, PEERS } from "../src/peers.ts";

const exec = promisify(execFile);

const cli = join(import.meta.dirname, "../src/cli.ts");

describe("the clients", () => {
  let rows: string[][];

  beforeAll(async () => {
    const { stdout } = await exec(process.execPath, [cli, "--quick"]);
    const [table = ""] = stdout.split("\n\n");
    rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  });

  it("has a row for each measure, with a figure of every peer", () => {
    const [head = [], , ...body] = rows;
    expect(head.slice(2, -2)).toEqual(PEERS);
    expect(body).toHaveLength(mode.names.length);
    for (const [, what, ...cells] of body) {
      for (const ratio of cells.slice(0, PEERS.length)) {
        expect(Number(ratio), what).toBeGreaterThan(0);
      }
      expect(cells.at(PEERS.length), what).toMatch(/^\d/);
    }
  });

  it.each(PEERS.filter((name) => name !== "fetch"))(
    "imports %s from a package beside those of its peers",
    async (name) => {
      const bundle = await bundlePeer(name, true);
      const [, imported = ""] =
        /^import .+ from "([^.@][^/"]*|@[^"]+)".*;$/m.exec(await readFile(bundle, "utf8")) ?? [];
      const manifest = join(dirname(bundle), "node_modules", imported, "package.json");
      expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({ name: imported });
    },
  );
});
