import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractProgram, readArguments } from "../src/arguments.ts";
import { type Report, runContract } from "../src/index.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { problem } from "./reference/answers.ts";
import { known, type Reference, startReference } from "./reference/server.ts";
import { TOKEN } from "./reference/service.ts";

const tls = (file: string) => join(import.meta.dirname, "tls", file);
const specs = await loadSpecs();
const [cert, key] = await Promise.all(
  ["server.pem", "server.key"].map((each) => readFile(tls(each))),
);
const certificate = { cert, key };

/** What reaches the deployment, when, and with how many requests in progress. */
const arrived: {
  readonly request: IncomingMessage;
  readonly at: number;
  readonly inProgress: number;
}[] = [];
let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** Starts a gateway in front of the reference; with TLS, if options are given. */
async function startGateway(options?: ServerOptions): Promise<{ url: string; close(): void }> {
  let inProgress = 0;
  const serve: RequestListener = (incoming, outgoing) => {
    inProgress += 1;
    arrived.push({ request: incoming, at: performance.now(), inProgress });
    const { method, headers, url } = incoming;
    const on = request(reference.url + url, { method, headers }, (answer) => {
      inProgress -= 1;
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(on);
  };
  const server = options ? createTlsServer(options, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${options ? "s" : ""}://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs the suite as the command line would. */
async function run(...args: string[]): Promise<Report> {
  arrived.length = 0;
  const all = ["--token", TOKEN, "--seed", "1", "--block-wait", "0", ...args];
  const { options } = await readArguments(contractProgram().parse(all, { from: "user" }), {});
  return runContract(options, specs);
}

/** Runs it against gateways of its own, one for each area. */
async function runBehindTwo(...args: string[]) {
  const gateways = await Promise.all([startGateway(), startGateway()]);
  const [one = "", other = ""] = gateways.map(({ url }) => url);
  const targets = ["--target", `chain-data=${one}`, "--target", `address-data=${other}/`];
  const report = await run(...targets, ...args);
  for (const { close } of gateways) {
    close();
  }
  return { report, one, other };
}

describe("TLS", () => {
  const include = ["--include", "getBlock / example / *"];
  const ca = ["--ca", tls("ca.pem")];

  test("an untrusted certificate is an obstacle; --ca and --insecure remove it", async () => {
    const { url, close } = await startGateway(certificate);
    const plain = await run("--target", url, ...include);
    const trusted = await run("--target", url, ...include, ...ca);
    const insecure = await run("--target", url, ...include, "--insecure");
    close();
    expect([plain.verdict, plain.exitCode]).toEqual(["untested", 2]);
    expect(plain.reasons.join()).toMatch(/cannot reach https:.*certificate/);
    expect([trusted.exitCode, insecure.exitCode]).toEqual([0, 0]);
    expect(trusted.results.length).toBeGreaterThan(0);
  });

  test("a client certificate is sent where one is required", async () => {
    const trusted = await readFile(tls("ca.pem"));
    const { url, close } = await startGateway({ ...certificate, requestCert: true, ca: trusted });
    const client = ["--cert", tls("client.pem"), "--key", tls("client.key")];
    const without = await run("--target", url, ...include, ...ca);
    const sent = await run("--target", url, ...include, ...ca, ...client);
    close();
    expect([without.verdict, without.exitCode, sent.exitCode]).toEqual(["untested", 2, 0]);
  });
});

test("each area is tested at its own base URL, and one without is not", async () => {
  // Cases send as examples do, and invariants compare the areas.
  const include = ["--include", "example", "--include", "invariant"];
  const { report, one, other } = await runBehindTwo(...include);
  const hosts = (isV2: boolean) =>
    new Set(
      arrived
        .filter(({ request: { url = "" } }) => url.startsWith("/v2/") === isV2)
        .map(({ request: { headers } }) => `http://${headers.host}`),
    );
  expect([hosts(true), hosts(false)]).toEqual([new Set([one]), new Set([other])]);
  const areas = new Set(report.results.map(({ area }) => area));
  expect(areas).toEqual(new Set(["chain-data", "address-data"]));
  expect([report.verdict, report.target]).toEqual(["kept", `${other}, ${one}`]);
});

describe("limits", () => {
  test("--rate limits the requests per second of all areas together", async () => {
    const rate = 100;
    await runBehindTwo("--rate", String(rate), "--include", "boundary");
    const [first, last] = [arrived.at(0)?.at ?? 0, arrived.at(-1)?.at ?? 0];
    expect(arrived.length).toBeGreaterThan(50);
    // A limit from above: a slow machine only sends fewer.
    expect(arrived.length / (last - first)).toBeLessThan((1.2 * rate) / 1000);
  });

  test("--concurrency limits the requests at the same time", async () => {
    const { url, close } = await startGateway();
    await run("--target", url, "--concurrency", "3", "--include", "invariant");
    close();
    expect(Math.max(...arrived.map(({ inProgress }) => inProgress))).toBe(3);
  });
});

test("a header is sent with every request, and curl repeats a reported one, over TLS", async () => {
  const { url, close } = await startGateway(certificate);
  const options = ["--header", "X-Api-Key: secret", "--ca", tls("ca.pem")];
  const { answer } = reference.service;
  reference.service.answer = (call) =>
    call.operation === "createTag" ? problem(418, "no tea") : answer.call(reference.service, call);
  const include = ["--include", "createTag / negative / body: required *"];
  const report = await run("--target", url, ...options, ...include);
  const values = arrived.map(({ request: { headers } }) => headers["x-api-key"]);
  expect(new Set(values)).toEqual(new Set(["secret"]));
  const { request: line = "" } = report.results.find(({ failure }) => failure)?.failure ?? {};
  const sent = arrived.at(-1)?.request;
  const PATH = process.env.PATH ?? "";
  const env = { PATH, TARGET: url, TOKEN, X_API_KEY: "secret", CA: tls("ca.pem") };
  const { stdout } = await promisify(execFile)("bash", ["-c", `${line} -sS`], { env });
  const repeated = arrived.at(-1)?.request;
  reference.service.answer = answer;
  close();
  expect(line).not.toMatch(/secret|reference-token/);
  expect(stdout).toMatch(/^HTTP\/1.1 418 /);
  const shown = [repeated, sent].map((each) => [
    ...[each?.method, each?.url, each?.headers["content-type"]],
    ...[each?.headers["x-api-key"], each?.headers.authorization],
  ]);
  expect(shown[0]).toEqual(shown[1]);
  expect(shown[0]?.slice(-2)).toEqual(["secret", `Bearer ${TOKEN}`]);
});

test("two runs at the same time do not disturb each other", async () => {
  const { removeSubgraph: _, ...kept } = known;
  // The other areas change nothing.
  const include = ["subgraph-management"];
  const options = { target: reference.url, token: TOKEN, known: kept, include, blockWaitMs: 0 };
  const reports = await Promise.all([1, 2].map((seed) => runContract({ ...options, seed }, specs)));
  for (const { results } of reports) {
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  }
});
