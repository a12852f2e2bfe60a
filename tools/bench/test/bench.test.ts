import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { peers } from "../src/peers.ts";

const exec = promisify(execFile);

it("has a figure for every peer", async () => {
  const cli = join(import.meta.dirname, "../src/cli.ts");
  const args = [cli, "--quick", "--only", "stub,size", "--json"];
  const { stdout } = await exec(process.execPath, args);
  const names = peers.map(({ name }) => name);
  for (const measure of ["stub", "size"]) {
    const { byPeer } = JSON.parse(stdout)[measure];
    expect(Object.keys(byPeer)).toEqual(names);
    for (const figure of Object.values(byPeer)) expect(figure).toBeGreaterThan(100);
  }
}, 60_000);
