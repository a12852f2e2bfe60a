import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDevChain } from "@chainkit/server/dev-chain";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { type Run, runProgram } from "../../../../packages/server/test/support/command.ts";
import { freePort } from "../../../../packages/server/test/support/free-port.ts";
import { startPostgres } from "../../../../packages/server/test/support/postgres/server.ts";
import { type Image, imageFolder, readImage } from "../../src/gates/image.ts";
import { run } from "../../src/gates/run.ts";
import { packedPackages, writeImageFiles } from "../../src/release/index.ts";

/** Neither root nor whoever runs the tests, if these may choose. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let root: string;
let image: Image;
let chain: Awaited<ReturnType<typeof startDevChain>>;

const pathOf = (path: string) => join(root, path);

/** Runs a command as the image does, and kills it with the tests at the latest. */
function start([program = "", ...args]: readonly string[], own: Record<string, string> = {}): Run {
  const env = { ...image.env, ...own, PATH: `${join(root, "bin")}:/usr/bin:/bin` };
  const one = runProgram(program, args, { env, cwd: "/", detached: true, ...NOBODY });
  started.push(one);
  return one;
}
const started: Run[] = [];

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Record<string, unknown>>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** Reads a compose file. What it merges (`<<`) is resolved, as compose does. */
async function readCompose(name: string): Promise<Compose> {
  return parse(await readFile(join(imageFolder, name), "utf8"), { merge: true });
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "chainkit-image-"));
  image = await readImage(pathOf);
  const [app, bin, data] = ["/app", "/bin", "/data"].map(pathOf) as [string, string, string];
  await Promise.all([app, bin, data].map((folder) => mkdir(folder)));
  for (const file of image.files) {
    await copyFile(join(imageFolder, file), join(app, file));
  }
  // The only Node that it finds, where any user may run it.
  await copyFile(process.execPath, join(bin, "node"));
  const tarballs = join(inject("packedModules"), "../tarballs");
  await writeImageFiles(pathOf("/service"), await packedPackages(tarballs));
  const [program = "", ...args] = image.install;
  expect(await run(program, args)).toMatchObject({ code: 0 });
  if (NOBODY.uid) {
    await chown(data, NOBODY.uid, NOBODY.gid);
  }
  await chmod(data, 0o700);
  await run("chmod", ["-R", "a-w,a+rX", app]);
  await chmod(root, 0o555);
  chain = await startDevChain({ history: 2, pauseMs: 0 });
});
afterAll(async () => {
  for (const { child } of started) {
    // With what it has started itself.
    if (child.exitCode === null) {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    }
  }
  await chain?.close();
  await run("chmod", ["-R", "u+w", root]);
  await rm(root, { recursive: true });
});

describe("the image of the service, without a container", () => {
  it("has the dependencies of the lockfile, and neither a local chain nor sources", async () => {
    const app = pathOf("/app");
    expect(await readdir(join(app, "node_modules/@chainkit"))).toEqual(["openapi"]);
    expect(await readdir(app)).not.toContain("src");
    const lockfile = await readFile(join(repositoryRoot, "pnpm-lock.yaml"), "utf8");
    const locked = Object.keys(parse(lockfile).packages);
    const folders = await readdir(join(app, "node_modules/.pnpm"));
    // `@scope+name@1.0.0_peer@2.0.0` and `name@1.0.0`, but for those of this repository.
    const installed = folders
      .filter((name) => name.includes("@") && !name.includes("@file+"))
      .map((name) => name.replace(/(?<=.@[^_]*)_.*$/, "").replace(/^(@[^+]+)\+/, "$1/"));
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter((name) => !locked.includes(name))).toEqual([]);
    expect(installed.filter((name) => name.startsWith("@foundry-rs/"))).toEqual([]);
  });

  it("has the same files wherever the clone is", async () => {
    const { output } = await run("grep", ["-rlF", repositoryRoot, pathOf("/app")]);
    expect(output).toBe("");
  });

  it("serves a chain as an unprivileged user who can write to the data folder only", async () => {
    const settings = {
      CHAINKIT_PORT: String(await freePort()),
      CHAINKIT_CHAIN: `ethereum=${chain.rpcUrl}`,
      CHAINKIT_FROM: "0",
      // Nothing is written to the folder for temporary files.
      TMPDIR: join(root, "app"),
    };
    const isHealthy = async () => (await start(image.health, settings).code) === 0;
    expect(await isHealthy()).toBe(false);

    const service = start(image.start, settings);
    const url = `http://127.0.0.1:${settings.CHAINKIT_PORT}/v2/ethereum/blocks/latest`;
    await expect.poll(() => fetch(url).then(({ status }) => status, service.output)).toBe(200);
    expect(await isHealthy()).toBe(true);

    service.child.kill("SIGTERM");
    expect({ code: await service.code, output: service.output() }).toMatchObject({ code: 0 });
    expect(await isHealthy()).toBe(false);
    const files = await readdir(join(root, "data"));
    expect(files).toEqual(expect.arrayContaining(["ethereum.chain.sqlite", "management.sqlite"]));
    for (const file of files) {
      expect([file, (await stat(join(root, "data", file))).mode & 0o077]).toEqual([file, 0]);
    }
  });

  it("runs the other commands by the same entry", async () => {
    const [entry = ""] = image.start;
    const created = start([entry, "token", "create", "someone"]);
    expect({ code: await created.code, output: created.output() }).toMatchObject({ code: 0 });
  });

  it("runs the commands of compose with a database", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { services } = await readCompose("compose.database.yaml");
    const [entry = ""] = image.start;
    const startService = (name: string, port: number) => {
      const { command, environment } = services[name] ?? {};
      return start([entry, ...String(command).split(" ")], {
        ...(environment as Record<string, string>),
        // Those of its chainkit.env.
        CHAINKIT_DATABASE: postgres.url,
        CHAINKIT_CHAIN: `ethereum=${chain.rpcUrl}`,
        CHAINKIT_FROM: "0",
        // Containers have their own ports.
        CHAINKIT_PORT: String(port),
        TMPDIR: join(root, "app"),
      });
    };
    const [port, other] = [await freePort(), await freePort()];
    const migrated = startService("migrate", 0);
    expect({ code: await migrated.code, output: migrated.output() }).toMatchObject({ code: 0 });
    const follower = startService("follower", other);
    const api = startService("api", port);
    const url = `http://127.0.0.1:${port}/v2/ethereum/blocks/latest`;
    const status = () => fetch(url).then((response) => response.status, api.output);
    await expect.poll(status).toBe(200);
    for (const each of [api, follower]) {
      each.child.kill("SIGTERM");
      expect({ code: await each.code, output: each.output() }).toMatchObject({ code: 0 });
    }
  });

  it("is not built from a folder without the service, and says what to run", async () => {
    const [script = "", command = ""] = image.install;
    const { code, output } = await run(script, [command, imageFolder]);
    expect(code).toBe(1);
    expect(output).toContain(`service in ${imageFolder}; run: npx --yes pnpm@12 run image-files`);
  });
});

it("the image runs as an unprivileged user", () => {
  expect(image.user).toBe("node");
});

it("the builder is sent what the image copies, and no settings", async () => {
  const lines = (await readFile(join(imageFolder, ".dockerignore"), "utf8")).trim().split("\n");
  const rules = lines.filter((line) => !line.startsWith("#"));
  expect(image.files).toEqual(["chainkit.sh"]);
  expect(rules).toEqual(["*", ...image.files.map((file) => `!${file}`)]);
});

it("the image has the Node that the tests use", async () => {
  const workspace = parse(await readFile(join(repositoryRoot, "pnpm-workspace.yaml"), "utf8"));
  expect(image.node).toBe(workspace.catalog.node);
});

const HARDENED = {
  read_only: true,
  healthcheck: { start_interval: "2s" },
  cap_drop: ["ALL"],
  security_opt: ["no-new-privileges:true"],
  logging: { driver: "local" },
};

it("compose runs the image as it was tested: nothing to write to but data and temporary files", async () => {
  const { services, volumes } = await readCompose("compose.yaml");
  expect(services.chainkit).toMatchObject({
    ...HARDENED,
    tmpfs: ["/tmp"],
    build: { context: ".", additional_contexts: { service: "../../../dist/image" } },
    volumes: ["data:/data"],
  });
  expect(Object.keys(volumes)).toEqual(["data"]);
});

it("the compose files have names of their own, so that volumes and networks are not shared", async () => {
  const names = ["compose.yaml", "compose.database.yaml"].map(
    async (file) => (await readCompose(file)).name,
  );
  expect(await Promise.all(names)).toEqual(["chainkit", "chainkit-database"]);
});

it("compose with a database runs the image as it was tested, two of each, after the migration", async () => {
  const { services, volumes } = await readCompose("compose.database.yaml");
  expect(Object.keys(services).sort()).toEqual(["api", "follower", "migrate"]);
  expect(volumes).toBeUndefined();
  const { migrate, follower, api } = services;
  for (const service of [migrate, follower, api]) {
    // In place of the volume that the image declares.
    expect(service).toMatchObject({ ...HARDENED, tmpfs: ["/tmp", "/data"] });
    expect(service?.volumes).toBeUndefined();
  }
  const after = { migrate: { condition: "service_completed_successfully" } };
  for (const service of [follower, api]) {
    expect(service).toMatchObject({ deploy: { replicas: 2 }, depends_on: after });
  }
  expect(migrate).toMatchObject({ restart: "no" });
  // A port of the host for each, and the one that the image listens on.
  expect(api?.ports).toEqual([`127.0.0.1:4010-4011:${image.env.CHAINKIT_PORT}`]);
});
