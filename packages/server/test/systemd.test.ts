import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { run } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

const unit = new URL("../systemd/chainkit.service", import.meta.url);

test("the unit starts the service, in a folder that it may write", async () => {
  const text = await readFile(unit, "utf8");
  const [, command = ""] =
    /^ExecStart=\/opt\/chainkit\/node_modules\/\.bin\/chainkit-server (.*)$/m.exec(text) ?? [];
  const [, state] = /^StateDirectory=(.*)$/m.exec(text) ?? [];
  const folder = `/var/lib/${state}`;
  const args = command.split(" ");
  expect(args).toContain(folder);
  const own = temporaryFolder();
  const service = run([...args.map((arg) => (arg === folder ? own : arg)), "--port", "0"], {
    // Of the file of settings. The service starts although no node is there.
    CHAINKIT_CHAIN: "ethereum=http://127.0.0.1:9",
  });
  const [, url = ""] = await service.until(/listening at (\S+)/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
