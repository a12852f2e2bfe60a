import { AT, query, queryOf, request } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, type Mutations, onlyIf, problem } from "./tools.ts";

/** Rewrites a part of the path before the service checks it. */
const rewritten = (path: RegExp, part: RegExp, to: (found: string) => string): Mutation =>
  request(path, ({ url }) => ({ url: url.replace(part, (_, found) => to(found)) }));

/** Changes the limit of a request before the service checks it. */
const limited = (path: RegExp, to: (given: string) => string | null): Mutation =>
  request(path, (incoming) => {
    const given = queryOf(incoming, "limit");
    return given === undefined ? {} : { url: query(incoming.url, "limit", to(given)) };
  });

const V2_CHAIN = /^\/v2\/([^/]+)\//;
const CHAINS = ["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"];

/** Parameters of paths and queries that are checked wrongly. */
export const PARAMETERS: Mutations = {
  "a hash without prefix completed": rewritten(
    AT.transaction,
    /transactions\/([0-9a-fA-F]{64})$/,
    (digits) => `transactions/0x${digits}`,
  ),
  "a short hash padded": rewritten(
    AT.transaction,
    /transactions\/0x([0-9a-fA-F]{1,63})$/,
    (digits) => `transactions/0x${digits.padStart(64, "0")}`,
  ),
  "a long hash cut": rewritten(
    AT.transaction,
    /transactions\/0x([0-9a-fA-F]{65,})$/,
    (digits) => `transactions/0x${digits.slice(0, 64)}`,
  ),
  "hashes in upper case refused": onlyIf(
    ({ url }) => /transactions\/0x[0-9a-f]*[A-F]/.test(url),
    async () => problem(400, { errors: [{ parameter: "transaction_hash", reason: "invalid" }] }),
  ),
  "hashes in upper case not found": onlyIf(
    ({ url }) => /transactions\/0x[0-9a-f]*[A-F]/.test(url),
    async () => problem(404),
  ),
  "collections in upper case not found": onlyIf(
    ({ url }) => /collections\/0x[0-9a-f]*[A-F]/.test(url),
    async () => problem(404),
  ),
  "block numbers in hexadecimal taken": rewritten(
    AT.block,
    /blocks\/(0x[0-9a-fA-F]+)$/,
    (hex) => `blocks/${Number(hex)}`,
  ),
  "the word latest in any case": rewritten(AT.block, /blocks\/(latest)$/i, () => "blocks/latest"),
  "other words of nodes for a block": rewritten(
    AT.block,
    /blocks\/(pending|earliest|finalized|safe)$/,
    () => "blocks/latest",
  ),
  "any word for the latest block": rewritten(
    AT.block,
    /blocks\/([a-zA-Z-][^/]*)$/,
    () => "blocks/latest",
  ),
  "block numbers with a sign or a fraction taken": rewritten(
    AT.block,
    /blocks\/([-+]?\d+(?:\.\d+)?)$/,
    (given) => `blocks/${Math.floor(Math.abs(Number(given)))}`,
  ),
  "500 for block numbers of more than 64 bits": onlyIf(
    ({ url }) => /blocks\/\d{20,}$/.test(url),
    async () => problem(500),
  ),
  "500 for token ids of more than 64 bits": onlyIf(
    ({ url }) => /nfts\/\d{20,}$/.test(url),
    async () => problem(500),
  ),
  "500 for token ids that are no number": onlyIf(
    ({ url }) => AT.nft.test(url) && !/nfts\/\d+$/.test(url),
    async () => problem(500),
  ),
  "a short collection address padded": rewritten(
    AT.nft,
    /collections\/0x([0-9a-fA-F]{1,39})\//,
    (digits) => `collections/0x${digits.padStart(40, "0")}/`,
  ),
  "500 for wallets that are no address": onlyIf(
    ({ url }) => /\/address\//.test(url) && !/\/address\/0x[0-9a-fA-F]{40}\//.test(url),
    async () => problem(500),
  ),
  "names of chains in any case in v2": rewritten(V2_CHAIN, V2_CHAIN, (chain) =>
    CHAINS.includes(chain.toLowerCase()) ? `/v2/${chain.toLowerCase()}/` : `/v2/${chain}/`,
  ),
  "the first chain for unknown ones in v2": rewritten(V2_CHAIN, V2_CHAIN, (chain) =>
    CHAINS.includes(chain) ? `/v2/${chain}/` : "/v2/ethereum/",
  ),
  "the first chain for unknown ones in balances": rewritten(
    AT.balances,
    /^\/([^/]+)\//,
    () => "/ethereum/",
  ),
  "no page for an unknown chain": at(AT.latest, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 404
      ? { ...found, status: 200, body: Buffer.from('{"transactions":[],"cursor":null}') }
      : found;
  }),
  "limit=0 taken as no limit": limited(AT.erc20, (given) => (given === "0" ? null : given)),
  "a limit above the maximum lowered": limited(AT.latest, (given) =>
    Number(given) > 100 ? "100" : given,
  ),
  "a limit with a fraction rounded": limited(AT.wallet, (given) =>
    /^\d+\.\d+$/.test(given) ? String(Math.floor(Number(given)) || 1) : given,
  ),
  "a limit that is no number ignored": limited(AT.blockList, (given) =>
    Number.isNaN(Number(given)) ? null : given,
  ),
  "limit=null taken": limited(AT.erc721, (given) => (given === "null" ? null : given)),
  "a negative limit taken as positive": limited(AT.erc721, (given) => given.replace(/^-/, "")),
  "a limit followed by letters taken": limited(AT.latest, (given) =>
    /^\d+[a-z]+$/i.test(given) ? String(Number.parseInt(given, 10)) : given,
  ),
  "an empty limit refused": onlyIf(
    (incoming) => AT.lists.test(incoming.url) && queryOf(incoming, "limit") === "",
    async () => problem(400, { errors: [{ parameter: "limit", reason: "must be an integer" }] }),
  ),
  "the greatest limit refused": onlyIf(
    (incoming) => AT.erc20.test(incoming.url) && queryOf(incoming, "limit") === "100",
    async () => problem(400, { errors: [{ parameter: "limit", reason: "must be below 100" }] }),
  ),
  "the smallest limit refused": onlyIf(
    (incoming) => AT.blockList.test(incoming.url) && queryOf(incoming, "limit") === "1",
    async () => problem(400, { errors: [{ parameter: "limit", reason: "must be above 1" }] }),
  ),
  "any cursor it does not know begins anew": at(AT.wallet, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 400 && queryOf(incoming, "cursor") !== undefined
      ? forward({ ...incoming, url: query(incoming.url, "cursor", null) })
      : found;
  }),
  "500 for a cursor it does not know": at(AT.erc721, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 400 && queryOf(incoming, "cursor") !== undefined ? problem(500) : found;
  }),
  "a listed block number with a fraction taken": rewritten(
    /\/v1\/block\//,
    /\/block\/(\d+\.\d+)\//,
    (given) => `/block/${Math.floor(Number(given))}/`,
  ),
  "500 for a listed block below zero": onlyIf(
    ({ url }) => /\/block\/-/.test(url),
    async () => problem(500),
  ),
  "any word for the latest listed block": rewritten(
    /\/v1\/block\//,
    /\/block\/([a-z]+)\//i,
    () => "/block/1/",
  ),
};
