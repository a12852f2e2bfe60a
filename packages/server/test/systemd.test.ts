import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { run } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

const FILE = "systemd/chainkit.service";
const ANALYZE = "/usr/bin/systemd-analyze";
const unit = new URL(`../${FILE}`, import.meta.url);
const guide = new URL("../../docs/guides/running-the-service.md", import.meta.url);

test("the unit starts the service, in a folder that it may write", async () => {
  const text = await readFile(unit, "utf8");
  const [, command = ""] =
    /^ExecStart=\/opt\/chainkit\/node_modules\/\.bin\/chainkit-server (.*)$/m.exec(text) ?? [];
  const [, state] = /^StateDirectory=(.*)$/m.exec(text) ?? [];
  const folder = `/var/lib/${state}`;
  // Without it, os.networkInterfaces() throws on 0.0.0.0, for which Fastify lists the interfaces.
  expect(text).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
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

test("the guide installs what the unit uses", async () => {
  const [text, steps] = await Promise.all([readFile(unit, "utf8"), readFile(guide, "utf8")]);
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
  const [folder = ""] = setting("ExecStart").split("/node_modules/");
  expect(steps).toContain(`\nuseradd -r ${setting("User")}\n`);
  expect(steps).toContain(`\ncd ${folder} && npm install @chainkit/server\n`);
  expect(steps).toContain(`\ninstall -m 600 /dev/null ${setting("EnvironmentFile")}\n`);
  expect(steps).toContain(
    `\ninstall -m 644 node_modules/@chainkit/server/${FILE} /etc/systemd/system\n`,
  );
});

test.skipIf(!existsSync(ANALYZE))("systemd knows all settings of the unit", async () => {
  const text = await readFile(unit, "utf8");
  const copy = join(temporaryFolder(), "chainkit.service");
  // The service is not installed here.
  await writeFile(copy, text.replace(/^(ExecStart=)\S+/m, "$1/bin/true"));
  const { stderr } = await promisify(execFile)(ANALYZE, ["verify", copy]);
  // It also names problems of other units of the machine.
  expect(stderr.split("\n").filter((line) => line.includes(copy))).toEqual([]);
});
