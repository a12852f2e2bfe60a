import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished, test } from "vitest";
import { until } from "./ingest.ts";
import { temporaryFolder } from "./support.ts";

const run = promisify(execFile);
const guide = new URL("../../../docs/guides/cache-behind-a-cdn.md", import.meta.url);
/** Unpacked once, beside the other things that only tests need; nothing is installed on the machine. */
const cache = new URL("../../node_modules/.cache/nginx", import.meta.url).pathname;

/** nginx of the machine, or Debian's, unpacked; undefined where neither can be had. */
const binary = await findNginx();
if (binary === undefined) {
  console.warn(
    "NOT TESTED: reorganisations behind nginx. There is no nginx here, and no apt-get to get it.",
  );
}

/** A test that needs nginx. */
export const withNginx = test.skipIf(binary === undefined);

async function findNginx(): Promise<string | undefined> {
  const installed = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"];
  const unpacked = join(cache, "usr/sbin/nginx");
  const found = [...installed, unpacked].find((path) => existsSync(path));
  if (found !== undefined || !existsSync("/usr/bin/apt-get")) {
    return found;
  }
  mkdirSync(cache, { recursive: true });
  // Fails on a fresh machine, which has no lists of packages yet.
  await download().catch(async () => {
    await run("apt-get", ["update"]);
    await download();
  });
  for (const file of readdirSync(cache).filter((name) => name.endsWith(".deb"))) {
    await run("dpkg-deb", ["-x", join(cache, file), cache]);
  }
  return unpacked;
}

function download() {
  return run("apt-get", ["download", "nginx"], { cwd: cache });
}

/** The cache in front of a service as the guide for operators shows it. */
function configuration(service: string, port: number, folder: string): string {
  const blocks = readFileSync(guide, "utf8").matchAll(/^```nginx\n(.*?)^```/gms);
  const shown = [...blocks]
    .map(([, text = ""]) => text)
    .find((text) => /proxy_cache_path/.test(text));
  const [path] = /^proxy_cache_path.*?;/ms.exec(shown ?? "") ?? [];
  const [location] = /^ {2}location \/ \{.*?^ {2}\}/ms.exec(shown ?? "") ?? [];
  if (!path || !location) {
    throw new Error("the guide shows no configuration of nginx with a cache");
  }
  const isRoot = process.getuid?.() === 0;
  return `${isRoot ? "user root;" : ""}
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ")}
  ${path.replace("/var/cache/nginx/chainkit", `${folder}/cache`)}
  server {
    listen 127.0.0.1:${port};
    add_header X-Cache $upstream_cache_status always;
    ${location.replace("http://127.0.0.1:4010", service)}
  }
}
`;
}

/** Starts nginx in front of a service, until the test ends. @returns Its URL. */
export async function startNginx(service: string): Promise<string> {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(service, port, folder));
  const child = spawn(binary ?? "nginx", ["-p", folder, "-c", file], { stdio: "pipe" });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until("nginx listens", async () => {
    if (child.exitCode !== null) {
      throw new Error(`nginx ended: ${output}`);
    }
    return fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
  });
  return url;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
