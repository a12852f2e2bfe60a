import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { runProgram } from "./command.ts";
import { programOf } from "./debian.ts";
import { freePort } from "./free-port.ts";
import { until } from "./ingest.ts";
import { temporaryFolder } from "./support.ts";

const guides = new URL("../../../docs/guides/", import.meta.url);
/** The host in the configuration that the guide on security shows. */
const HOST = "api.example.com";
const INSTALLED = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"];

/** nginx of the machine, or Debian's; undefined where neither can be had. */
const binary = INSTALLED.find((path) => existsSync(path)) ?? programOf("nginx", "usr/sbin/nginx");
if (binary === undefined) {
  console.warn(
    "NOT TESTED: nginx in front of the service. There is no nginx here, and no apt-get to get it.",
  );
}

export const withNginx = test.skipIf(binary === undefined);

/** Starts nginx with the cache of the guide in front of a service, until the test ends. @returns Its URL. */
export async function startNginx(service: string): Promise<string> {
  const folder = temporaryFolder();
  const port = await freePort();
  const shown = shownConfiguration("cache-behind-a-cdn.md");
  const [path] = /^proxy_cache_path.*?;/ms.exec(shown) ?? [];
  const [location] = /^ {2}location \/ \{.*?^ {2}\}/ms.exec(shown) ?? [];
  if (!path || !location) {
    throw new Error("the guide shows no configuration of nginx with a cache");
  }
  const http = `
  ${path.replace("/var/cache/nginx/chainkit", `${folder}/cache`)}
  server {
    listen 127.0.0.1:${port};
    add_header X-Cache $upstream_cache_status always;
    ${location.replace("http://127.0.0.1:4010", service)}
  }`;
  await start(http, port, folder);
  return `http://127.0.0.1:${port}`;
}

/**
 * Starts nginx with TLS and a certificate of its own, as the guide shows it in front of a service, until the test ends.
 *
 * @returns Sends a GET with trust in the certificate, and resolves with the status.
 */
export async function startTlsNginx(service: string): Promise<(path: string) => Promise<number>> {
  const folder = temporaryFolder();
  const port = await freePort();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  execFileSync("openssl", [...options, ...subject, "-keyout", key, "-out", certificate]);
  const http = shownConfiguration("secure-the-service.md")
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
    .replace(`/etc/ssl/${HOST}.pem`, certificate)
    .replace(`/etc/ssl/private/${HOST}.pem`, key)
    .replace("http://127.0.0.1:4010", service);
  await start(http, port, folder);
  const ca = readFileSync(certificate);
  return (path) =>
    new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, ca, servername: HOST, agent: false };
      request({ ...options, headers: { host: HOST } }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      })
        .on("error", reject)
        .end();
    });
}

function shownConfiguration(guide: string): string {
  const text = readFileSync(new URL(guide, guides), "utf8");
  return /^```nginx\n(.*?)^```/ms.exec(text)?.[1] ?? "";
}

/** Starts nginx with what stands in `http`, until the test ends. */
async function start(http: string, port: number, folder: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const file = join(folder, "nginx.conf");
  const configuration = `${isRoot ? "user root;" : ""}
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ")}
  ${http}
}
`;
  writeFileSync(file, configuration);
  const { child, code, output } = runProgram(binary ?? "nginx", ["-p", folder, "-c", file]);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await code;
  });
  await until("nginx listens", async () => {
    if (child.exitCode !== null) {
      throw new Error(`nginx ended: ${output()}`);
    }
    const socket = connect(port, "127.0.0.1");
    return once(socket, "connect").then(
      () => socket.destroy() !== undefined,
      () => false,
    );
  });
}
