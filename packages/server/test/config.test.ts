import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { readChains, readHeaders, readKeep, readRpcRate } from "../src/config/chain-values.ts";
import {
  addConfigFile,
  addHttpSettings,
  addSetting,
  type HttpSettings,
} from "../src/config/options.ts";
import {
  readChainNames,
  readExpiry,
  readGateway,
  readHost,
  readInteger,
  readOrigins,
  readProxies,
} from "../src/config/values.ts";
import { temporaryFolder } from "./support/support.ts";

function settings(...args: readonly string[]): HttpSettings {
  const program = new Command();
  addSetting(program.command("other"), "--other <text>", "a setting of another command");
  const command = program.command("test");
  addHttpSettings(command, "50", "500");
  addSetting(command, "--explorer", "a flag");
  addConfigFile(command);
  command.action(() => {});
  program.parse(["test", ...args], { from: "user" });
  return command.opts<HttpSettings>();
}

function configFile(content: object): string {
  const file = join(temporaryFolder(), "config.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("options override the environment, which overrides the file", () => {
  const values = { "log-level": "warn", explorer: true, other: "x" };
  const file = ["--config", configFile({ "ready-lag": 1, port: "4011", ...values })];
  const lags = [settings(...file)];
  vi.stubEnv("CHAINKIT_READY_LAG", "2");
  lags.push(settings(...file), settings(...file, "--ready-lag", "3"));
  vi.unstubAllEnvs();
  const read = [...lags, settings()].map(({ readyLag, port, ...more }) => {
    return [readyLag, port, more.logLevel, more.explorer];
  });
  const ofFile = [4_011, "warn", true];
  const expected = [1, 2, 3].map((lag) => [lag, ...ofFile]);
  expect(read).toEqual([...expected, [10, 4_010, "info", undefined]]);
});

test("lists are read as they are named, by option or in a file", () => {
  expect(settings().trustProxy).toEqual([]);
  const named = ["10.0.0.0/8", "fd00::/8", "uniquelocal"];
  expect(settings("--trust-proxy", ` ${named.join(", ")},`).trustProxy).toEqual(named);
  expect(settings("--config", configFile({ "trust-proxy": named })).trustProxy).toEqual(named);
  expect(readChainNames("base, bsc\n")).toEqual(["base", "bsc"]);
  const origins = ["https://a.example", "http://localhost:3000"];
  expect([`${origins.join()} `, "*", "none"].map(readOrigins)).toEqual([origins, "*", []]);
});

test.each([
  ["30m", 1_800],
  ["12h", 43_200],
  ["90d", 7_776_000],
  ["4w", 2_419_200],
])("%s is a lifetime of %i seconds", (text, seconds) => {
  const before = Math.floor(Date.now() / 1000);
  const at = readExpiry(text);
  expect(at).toBeGreaterThanOrEqual(before + seconds);
  expect(at).toBeLessThanOrEqual(Date.now() / 1000 + seconds);
});

// Texts are separated by spaces; the first is empty.
test.each([
  [
    readProxies,
    "Expected addresses, CIDR ranges such as 10.0.0.0/8, or loop",
    " yes true 10.0.0 10.0.0.1/33 10.0.0.1/8/9 ::1/129 1.2.3.4/x local",
  ],
  [readExpiry, "Expected a lifetime such as 30m", " 0d -1d 1y 90 1.5h 999999d 2999-01-01 tomorrow"],
  [
    (text: string) => readGateway("--ipfs-gateway", text),
    "--ipfs-gateway: expected an https URL that ends in /",
    " http://x/ https://x https://x/?a=/ https://x/#/ ftp://x/ x/",
  ],
  [readHost, "Unix sockets are not supported", " /run/x.sock unix:/run/x.sock [::1 a,b"],
  [readHeaders, "--rpc-header: expected [<chain>=]<name>: <value>, e.g. ", "topsecret"],
  [readInteger(1), "Expected an integer of at least 1.", " 0 1e3 0x10 1.5 9007199254740992"],
  [readRpcRate, "Expected <calls per second> or <chain>=<calls", "0 -1 base= base=fast"],
  [readKeep, "Expected <blocks> or <chain>=<blocks>, at least 1024", "1023 1024.5 base=1023"],
  [readChains, "and may have one ws(s) URL", "base=ws://a base=ws://a,ws://b,http://c"],
])("%o: %s", (read, message, texts) => {
  for (const text of texts.split(" ")) {
    expect(() => read(text), text).toThrow(message);
  }
});

test("a gateway is used as given", () => {
  expect(readGateway("", "https://me:key@x.example/ipfs/")).toBe("https://me:key@x.example/ipfs/");
});

test("the node that announces heads is none of those that are called", () => {
  const [https, http, webSocketUrl] = [
    "https://a.example/key",
    "http://b.example",
    "WSS://c.example",
  ];
  expect(readChains(`base=${https},${webSocketUrl},${http}`)).toEqual([
    { name: "base", urls: [https, http], webSocketUrl },
  ]);
});

test("calls per second are limited for all chains, or for each", () => {
  const all = readRpcRate("50");
  expect(readRpcRate(" base=7.5 bsc=20\n", all)).toEqual([
    { chain: undefined, value: 50 },
    { chain: "base", value: 7.5 },
    { chain: "bsc", value: 20 },
  ]);
});
