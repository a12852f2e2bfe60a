import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { evaluate, resolved } from "./expressions.ts";
import {
  AT,
  all,
  envelope,
  fieldOf,
  json,
  problem,
  recount,
  query as withQuery,
} from "./mutation.ts";
import type { Mutation, ProxyRequest, ProxyResponse } from "./proxy.ts";

/** A pattern, and what replaces its first match: a text, or an expression with its groups as `$1`, `$2`. */
type Replacement = readonly [pattern: string, to: string];

type Values = Readonly<Record<string, unknown>>;

/** A change of exchanges, as `defects.yaml` writes it. */
interface Entry {
  readonly at: keyof typeof PLACES;
  /** Condition on the request. */
  readonly only?: string;
  /** How the request is changed; an expression gets the old value, and leaves alone what is not there. */
  readonly ask?: {
    readonly url?: Replacement;
    readonly text?: Replacement;
    readonly query?: Values;
    readonly headers?: Values;
    readonly body?: string;
  };
  /** Statuses of the response. Default: 200; of one that is replaced: all. */
  readonly on?: number | readonly number[];
  /** Condition on the body of the response. */
  readonly if?: string;
  /** Response in place of the service's. */
  readonly respond?: {
    readonly status: number;
    readonly headers?: Values;
    readonly body?: unknown;
  };
  /** The same as problem details with this status, or as the envelope of management. */
  readonly problem?: number;
  readonly errors?: Readonly<Record<string, string>>;
  readonly envelope?: number;
  readonly data?: object;
  /** Whether the whole body is meant by `when`, `set` and `drop`, rather than each of its records. */
  readonly whole?: boolean;
  readonly when?: string;
  readonly set?: Values;
  readonly drop?: string;
  /** Another list of records; `$items` are the old ones. */
  readonly items?: string;
  /** Another body. */
  readonly body?: string;
  readonly text?: Replacement;
  readonly status?: number;
  /** Headers of the response; null takes one away. */
  readonly headers?: Values;
}

/** Requests by name, and the path of the records in their responses; `*` is the list of a page. */
const PLACES = {
  any: [[/^/, ""]],
  data: [[/^\/(?!public_api)/, ""]],
  v2: [[AT.v2, ""]],
  transaction: [[AT.transaction, "transaction"]],
  block: [[AT.block, "block"]],
  latestBlock: [[/blocks\/latest/, "block"]],
  nft: [[AT.nft, "nft"]],
  lists: [[AT.lists, "*"]],
  balances: [[AT.balances, "*"]],
  erc20: [[AT.erc20, "*"]],
  erc721: [[AT.erc721, "*"]],
  transactions: [[AT.transactions, "*"]],
  wallet: [[AT.wallet, "*"]],
  blockList: [[AT.blockList, "*"]],
  latest: [[AT.latest, "*"]],
  /** A transaction wherever it is shown. */
  both: [
    [AT.transaction, "transaction"],
    [AT.transactions, "*"],
  ],
  management: [[AT.management, ""]],
  create: [[AT.create, ""]],
  remove: [[AT.remove, ""]],
  changes: [[/create-tag|delete-tag/, ""]],
  query: [[AT.query, "data.tags"]],
  removal: [[AT.removal, ""]],
  writes: [[/create-tag|delete-tag|remove-subgraph/, ""]],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>;

/** A mutation, and the class it belongs to. */
interface Loaded {
  readonly kind: string;
  readonly name: string;
  readonly mutation: Mutation;
}

type Sections = Record<string, Record<string, Record<string, Entry | readonly Entry[]>>>;

const files = new Map<string, Sections>();

/** Loads the mutations of a section of a file, such as `suite, stated`. */
export function loadDefects(file: URL, section: string): Loaded[] {
  const sections: Sections = files.get(file.href) ?? parse(readFileSync(file, "utf8"));
  files.set(file.href, sections);
  const found: Loaded[] = [];
  for (const [kind, entries] of Object.entries(sections[section] ?? {})) {
    for (const [name, steps] of Object.entries(entries)) {
      found.push({ kind, name, mutation: all(...[steps].flat().map(mutationOf)) });
    }
  }
  return found;
}

function mutationOf(entry: Entry): Mutation {
  const places: readonly (readonly [RegExp, string])[] = PLACES[entry.at];
  return async (incoming, forward) => {
    const place = places.find(([path]) => path.test(incoming.url));
    const bindings = bindingsOf(incoming);
    if (!place || (entry.only && !(await evaluate(entry.only, {}, bindings)))) {
      return forward(incoming);
    }
    const replacement = await replacementOf(entry, bindings);
    if (replacement && entry.on === undefined && entry.if === undefined) {
      return replacement;
    }
    const found = await forward(entry.ask ? await asked(entry.ask, incoming, bindings) : incoming);
    const statuses = [entry.on ?? (replacement && entry.if === undefined ? found.status : 200)];
    if (!statuses.flat().includes(found.status)) {
      return found;
    }
    if (entry.if && !(await evaluate(entry.if, json(found), bindings))) {
      return found;
    }
    return replacement ?? changed(entry, place[1], found, { ...bindings, headers: found.headers });
  };
}

/** What expressions may use of a request. */
function bindingsOf({ method, url, headers, body }: ProxyRequest) {
  const query = Object.fromEntries(new URLSearchParams(url.split("?")[1] ?? ""));
  const sent = body.toString();
  return {
    method,
    url,
    query,
    sent,
    asked: headers,
    fields: json({ body }),
    limit: limitOf(query.limit),
    wallet: /\/address\/(0x[0-9a-fA-F]+)/.exec(url)?.[1]?.toLowerCase(),
  };
}

/** An empty limit is none; one that is no number must not become one. */
function limitOf(text = ""): number {
  return text === "" ? 100 : Number(/^\d+$/.exec(text) ?? 0);
}

type Bindings = ReturnType<typeof bindingsOf>;

async function asked(
  { url, text, query, headers, body }: NonNullable<Entry["ask"]>,
  incoming: ProxyRequest,
  bindings: Bindings,
): Promise<ProxyRequest> {
  const changed = { ...incoming };
  if (url) {
    changed.url = await replaced(incoming.url, url, bindings);
  }
  for (const [name, value] of await valuesOf(query, bindings.query, bindings)) {
    changed.url = withQuery(changed.url, name, value === null ? null : String(value));
  }
  if (headers) {
    const others = Object.fromEntries(await valuesOf(headers, incoming.headers, bindings));
    changed.headers = withoutNull({ ...incoming.headers, ...others });
  }
  if (text) {
    changed.body = Buffer.from(await replaced(bindings.sent, text, bindings));
  }
  const { fields } = bindings;
  if (body && typeof fields === "object" && fields !== null && !Array.isArray(fields)) {
    changed.body = Buffer.from(JSON.stringify(await resolved(body, fields, bindings)));
  }
  return changed;
}

/** The values that changes make of the old ones, without those that an expression makes nothing of. */
async function valuesOf(changes: Values = {}, old: Values, bindings: object) {
  const values: [name: string, value: unknown][] = [];
  for (const [name, to] of Object.entries(changes)) {
    values.push([name, await resolved(to, old[name], bindings)]);
  }
  return values.filter(([, value]) => value !== undefined);
}

/** The values as texts; those that are null are taken away. */
function withoutNull(values: Values): Record<string, string> {
  const kept = Object.entries(values).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

async function replaced(
  text: string,
  [pattern, to]: Replacement,
  bindings: object,
): Promise<string> {
  const match = new RegExp(pattern).exec(text);
  if (!match) {
    return text;
  }
  const groups = Object.fromEntries(match.map((group, at) => [String(at), group ?? ""]));
  const value = await resolved(to, {}, { ...bindings, ...groups });
  return text.slice(0, match.index) + value + text.slice(match.index + match[0].length);
}

/** The response that an entry puts in the place of the service's, if it does. */
async function replacementOf(
  { respond, problem: status, errors, envelope: code, data = {} }: Entry,
  bindings: Bindings,
): Promise<ProxyResponse | undefined> {
  if (respond) {
    const { headers = {}, body = "" } = respond;
    const isJson = typeof body === "object";
    const own = isJson ? { "content-type": "application/json" } : {};
    const sent = Buffer.from(isJson ? JSON.stringify(body) : String(body));
    const { status: wanted } = respond;
    return { status: wanted, headers: await changedHeaders(own, headers, bindings), body: sent };
  }
  if (status !== undefined) {
    const named = Object.entries(errors ?? {});
    const rejected = named.map(([parameter, reason]) => ({ parameter, reason }));
    return problem(status, errors && { errors: rejected });
  }
  return code === undefined ? undefined : envelope(code, data);
}

async function changed(
  entry: Entry,
  place: string,
  found: ProxyResponse,
  bindings: object,
): Promise<ProxyResponse> {
  let { body, headers } = found;
  if (entry.set || entry.drop || entry.items || entry.body) {
    const value = json(found);
    const other = await changedBody(entry, place, value, { ...bindings, old: json(found) });
    body = Buffer.from(JSON.stringify(other));
  }
  if (entry.text) {
    body = Buffer.from(await replaced(body.toString(), entry.text, bindings));
  }
  if (body !== found.body) {
    // An entity tag of the content as it was would be a defect of its own.
    const { etag: _, ...rest } = headers;
    headers = rest;
  }
  if (entry.headers) {
    headers = await changedHeaders(headers, entry.headers, bindings);
  }
  return { status: entry.status ?? found.status, headers, body };
}

/** Headers with those of an entry; a header that cannot be made of another one stays absent. */
async function changedHeaders(old: Record<string, string>, changes: Values, bindings: object) {
  const headers: Record<string, unknown> = { ...old };
  for (const [name, to] of Object.entries(changes)) {
    headers[name] = await resolved(to, {}, bindings);
  }
  return withoutNull(headers);
}

async function changedBody(
  entry: Entry,
  place: string,
  value: unknown,
  bindings: object,
): Promise<unknown> {
  if (entry.body) {
    return resolved(entry.body, value, bindings);
  }
  const path = place === "*" ? fieldOf(value ?? {}) : place;
  if (entry.items) {
    const items = get(value, path);
    const others = await evaluate(entry.items, items, { ...bindings, items });
    const list = others === undefined ? [] : [others].flat();
    put(value, path, list);
    recount(value ?? {});
    return value;
  }
  const target = entry.whole || path === "" ? value : get(value, path);
  const records = [target].flat();
  const before = structuredClone(records);
  for (const [at, record] of records.entries()) {
    await changeRecord(entry, record, { ...bindings, before: before.at(at - 1) });
  }
  return value;
}

/** Sets and drops fields of a record; all values are of the record as it was. */
async function changeRecord({ when, set = {}, drop }: Entry, record: unknown, bindings: object) {
  if (when && !(await evaluate(when, record, bindings))) {
    return;
  }
  const values = new Map<string, unknown>();
  for (const [field, to] of Object.entries(set)) {
    values.set(field, await resolved(to, record, bindings));
  }
  for (const [field, value] of values) {
    put(record, field, value);
  }
  if (drop) {
    put(record, drop, undefined);
  }
}

function get(value: unknown, path: string): unknown {
  const keys = path === "" ? [] : path.split(".");
  return keys.reduce<unknown>((at, key) => Object(at)[key], value);
}

/** Puts a value at a path, if its parent is there; undefined removes what is there. */
function put(value: unknown, path: string, to: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = get(value, keys.join("."));
  if (typeof parent !== "object" || parent === null) {
    return;
  }
  if (to === undefined) {
    Reflect.deleteProperty(parent, last);
  } else {
    Reflect.set(parent, last, to);
  }
}
