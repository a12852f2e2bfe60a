import { InvalidArgumentError, Option } from "commander";
import { CHAIN_NAMES, UNDO_BLOCKS } from "../chain/profiles.ts";

/** A chain to follow: its name in the API, and the JSON-RPC URLs of its nodes. */
export interface ChainSetting {
  readonly name: string;
  readonly urls: readonly string[];
}

/** A request header for the nodes of one chain, or of all. */
export interface HeaderSetting {
  readonly chain: string | undefined;
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/** The rate limit of the nodes of one chain, or of all. */
export interface RpcRateSetting {
  readonly chain: string | undefined;
  /** Calls per second. */
  readonly rate: number;
}

/** First block to follow, of one chain or of all. */
export interface FromSetting {
  readonly chain: string | undefined;
  readonly block: number;
}

/** Number of newest blocks to keep, of one chain or of all. */
export interface KeepSetting {
  readonly chain: string | undefined;
  readonly blocks: number;
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
  const webSockets = protocols.filter((protocol) => protocol.startsWith("ws")).length;
  if (webSockets > 1 || webSockets === urls.length) {
    throw new Error(
      `--chain: ${name} needs an http(s) URL, and may have one ws(s) URL for new heads`,
    );
  }
  return { name, urls };
}

/** Parses `<block>` or `<chain>=<block>`, and appends it to the previous ones. */
export function readFrom(text: string, before: readonly FromSetting[] = []): FromSetting[] {
  const added = readPerChain(text, Number.isSafeInteger, "Expected <block> or <chain>=<block>.");
  return [...before, ...added.map(({ chain, value }) => ({ chain, block: value }))];
}

/** Parses `<blocks>` or `<chain>=<blocks>`, and appends it to the previous ones. */
export function readKeep(text: string, before: readonly KeepSetting[] = []): KeepSetting[] {
  const added = readPerChain(
    text,
    (value) => Number.isSafeInteger(value) && value >= UNDO_BLOCKS,
    `Expected <blocks> or <chain>=<blocks>, at least ${UNDO_BLOCKS}: reorganisations need them.`,
  );
  return [...before, ...added.map(({ chain, value }) => ({ chain, blocks: value }))];
}

/** Parses numbers, each with or without `<chain>=`, separated by spaces. */
function readPerChain(text: string, isValid: (value: number) => boolean, expected: string) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => {
      const [, chain, digits] = /^(?:([\w-]+)=)?(\d+(?:\.\d+)?)$/.exec(part) ?? [];
      if (digits === undefined || !isValid(Number(digits))) {
        throw new InvalidArgumentError(expected);
      }
      return { chain, value: Number(digits) };
    });
}

/**
 * Parses `[<chain>=]<name>: <value>`, several of them on separate lines, and appends them to the previous
 * ones.
 *
 * @throws Error that does not contain the value: it is a secret.
 */
export function readHeaders(text: string, before: readonly HeaderSetting[] = []): HeaderSetting[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return [...before, ...lines.map(readHeader)];
}

function readHeader(line: string): HeaderSetting {
  const form = /^\s*(?:([\w-]+)=)?([\w!#$%&'*+.^`|~-]+):\s*([\x20-\x7e]+?)\s*$/;
  const [, chain, name, value] = form.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    throw new Error("--rpc-header: expected [<chain>=]<name>: <value>, e.g. ethereum=x-api-key: …");
  }
  return { chain, name: name.toLowerCase(), value };
}

/** Parses `[<chain>=]<calls per second>`, and appends it to the previous ones. */
export function readRpcRate(
  text: string,
  before: readonly RpcRateSetting[] = [],
): RpcRateSetting[] {
  const added = readPerChain(
    text,
    (value) => value > 0,
    "Expected <calls per second> or <chain>=<calls per second>.",
  );
  return [...before, ...added.map(({ chain, value }) => ({ chain, rate: value }))];
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
      if (!CHAIN_NAMES.some((known) => known === name)) {
        throw new Error(`--chain must be one of ${CHAIN_NAMES.join(", ")}`);
      }
      return name;
    });
}
