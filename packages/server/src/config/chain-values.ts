import { InvalidArgumentError, Option } from "commander";
import { CHAIN_NAMES, isChainName, UNDO_BLOCKS } from "../chain/profiles.ts";
import { readHeader } from "./values.ts";

/** A chain to follow: its name in the API, and its nodes. */
export interface ChainSetting {
  readonly name: string;
  /** JSON-RPC URLs. */
  readonly urls: readonly string[];
  /** Node that announces new heads. */
  readonly webSocketUrl?: string | undefined;
}

/** A setting of one chain, or of all. */
export interface PerChain<Value> {
  readonly chain: string | undefined;
  readonly value: Value;
}

export interface HeaderSetting extends PerChain<string> {
  /** In lower case. */
  readonly name: string;
}

/**
 * Parses `<name>=<url>[,<url>]`, several of them separated by spaces, and appends them to the previous
 * ones.
 *
 * @throws Error that does not contain the value: a URL may include an API key.
 */
export function readChains(text: string, before: readonly ChainSetting[] = []): ChainSetting[] {
  const chains = text.split(/\s+/).filter(Boolean).map(readChain);
  const all = [...before, ...chains];
  const twice = all.find(({ name }, at) => all.findIndex((other) => other.name === name) !== at);
  if (twice) {
    throw new Error(`--chain: ${twice.name} is specified more than once`);
  }
  return all;
}

function readChain(text: string): ChainSetting {
  const [, name, list] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (!name || !list) {
    throw new Error("--chain: expected <name>=<url>[,<url>], e.g. ethereum=https://…");
  }
  const urls = list.split(",");
  const protocols = urls.map((url) => URL.parse(url)?.protocol ?? "");
  if (!protocols.every((protocol) => /^(http|ws)s?:$/.test(protocol))) {
    throw new Error(
      `--chain: the nodes of ${name} must be http(s) URLs, or a ws(s) URL for new heads`,
    );
  }
  const isWebSocket = (url: string) => URL.parse(url)?.protocol.startsWith("ws");
  const webSocketUrls = urls.filter(isWebSocket);
  if (webSocketUrls.length > 1 || webSocketUrls.length === urls.length) {
    throw new Error(
      `--chain: ${name} needs an http(s) URL, and may have one ws(s) URL for new heads`,
    );
  }
  const [webSocketUrl] = webSocketUrls;
  return { name, urls: urls.filter((url) => !isWebSocket(url)), webSocketUrl };
}

/** Creates a parser of numbers, each with or without `<chain>=`, that appends them to the previous ones. */
function readPerChain(isValid: (value: number) => boolean, expected: string) {
  const readOne = (part: string): PerChain<number> => {
    const [, chain, digits] = /^(?:([\w-]+)=)?(\d+(?:\.\d+)?)$/.exec(part) ?? [];
    if (digits === undefined || !isValid(Number(digits))) {
      throw new InvalidArgumentError(expected);
    }
    return { chain, value: Number(digits) };
  };
  return (text: string, before: readonly PerChain<number>[] = []): PerChain<number>[] => [
    ...before,
    ...text.split(/\s+/).filter(Boolean).map(readOne),
  ];
}

export const readFrom = readPerChain(Number.isSafeInteger, "Expected <block> or <chain>=<block>.");

export const readKeep = readPerChain(
  (blocks) => Number.isSafeInteger(blocks) && blocks >= UNDO_BLOCKS,
  `Expected <blocks> or <chain>=<blocks>, at least ${UNDO_BLOCKS}: reorganisations need them.`,
);

export const readRpcRate = readPerChain(
  (rate) => rate > 0,
  "Expected <calls per second> or <chain>=<calls per second>.",
);

/**
 * Parses `[<chain>=]<name>: <value>`, several of them on separate lines, and appends them to the previous
 * ones.
 *
 * @throws Error that does not contain the value: it is a secret.
 */
export function readHeaders(text: string, before: readonly HeaderSetting[] = []): HeaderSetting[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return [...before, ...lines.map(chainHeader)];
}

function chainHeader(line: string): HeaderSetting {
  const [, chain, text = ""] = /^\s*(?:([\w-]+)=)?(.*)$/.exec(line) ?? [];
  const header = readHeader(text);
  if (!header) {
    throw new Error("--rpc-header: expected [<chain>=]<name>: <value>, e.g. ethereum=x-api-key: …");
  }
  return { chain, ...header };
}

/**
 * The option `--chain <name>` of a command that works on one chain.
 *
 * Its error does not repeat the value, as commander's would: in the form that `serve` takes, `name=url`, it
 * contains the key of a provider.
 */
export function chainOption(description: string): Option {
  return new Option("--chain <name>", description)
    .choices(CHAIN_NAMES)
    .argParser((name: string) => {
      if (!isChainName(name)) {
        throw new Error(`--chain must be one of ${CHAIN_NAMES.join(", ")}`);
      }
      return name;
    });
}
