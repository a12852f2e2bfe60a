import { setTimeout as sleep } from "node:timers/promises";
import { asObject, isObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { HttpResponse } from "../http/send.ts";
import type { Operation } from "../spec/operations.ts";
import { canonical } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";

const POLL_MS = 200;

/** An entity tag that no server uses. */
const FOREIGN = '"contract-tests.never-issued"';

/**
 * Invariants of caching headers, if a deployment sends them. The depth of finality is the deployment's
 * decision, so only content that is never final is limited to a second.
 */
export function cachingInvariants(operation: Operation): Invariant[] {
  const success = operation.responses.find(({ status }) => status === "200");
  const hasTag = success?.headers.some(({ name }) => name.toLowerCase() === "etag");
  const volatile = volatileOf(operation);
  const invariants: Invariant[] = [];
  if (hasTag) {
    invariants.push({
      name: "an entity tag identifies one content only",
      basis: "Version of the response.",
      operation: operation.id,
      check: checkTag,
    });
  }
  if (volatile) {
    invariants.push({
      name: `a response that the next block may change is cached for at most ${volatile.seconds} s`,
      basis: "content of newer blocks, balances and NFTs for at most a second.",
      operation: operation.id,
      check: (fixture, params) => checkLifetime(fixture, params, volatile),
    });
  }
  if (hasTag && volatile && isOfHead(operation, volatile)) {
    invariants.push({
      name: "the entity tag changes with the content",
      basis: "Version of the response.",
      operation: operation.id,
      calls: (fixture) => fixture.known().slice(0, 1),
      check: (fixture, known) => checkChange(fixture, { ...known, ...volatile.parameters }),
    });
  }
  return invariants;
}

/** Whether a call needs nothing but a chain, so that every block changes its response. */
function isOfHead({ parameters }: Operation, stated: Volatile): boolean {
  const needed = parameters.filter(
    ({ name, required, clientOption }) =>
      required && clientOption === undefined && !(name in stated.parameters),
  );
  return needed.length <= 1;
}

/** Responses that the next block may replace, as declared by `x-volatile`. */
interface Volatile {
  /** Maximum cache lifetime in seconds. */
  readonly seconds: number;
  /** Parameters that such a call has. */
  readonly parameters: CallParams;
}

function volatileOf({ extensions }: Operation): Volatile | undefined {
  const stated = extensions["x-volatile"];
  return isObject(stated)
    ? { seconds: Number(stated.maxAgeSeconds), parameters: asObject(stated.parameters) }
    : undefined;
}

const UNSENT = "the deployment sends no caching headers";

async function checkTag(fixture: Fixture, params: CallParams): Promise<void> {
  fixture.skip(UNSENT, true);
  const first = await get(fixture, params);
  const { etag } = first?.headers ?? {};
  if (first?.status !== 200 || etag === undefined) {
    return;
  }
  const second = await get(fixture, params);
  if (second?.status === 200 && second.headers.etag === etag) {
    const isSame = contentOf(second) === contentOf(first);
    fixture.assert(isSame, `the content of entity tag ${etag}`, String(second.body));
  }
  const held = await get(fixture, params, etag);
  const isKept = held?.status === 304 || held?.headers.etag !== etag;
  fixture.assert(isKept, `304 to If-None-Match: ${etag}`, `${held?.status}`);
  const foreign = await get(fixture, params, FOREIGN);
  const expected = `200 to If-None-Match: ${FOREIGN}`;
  fixture.assert(foreign?.status === 200, expected, `${foreign?.status}`);
}

async function checkChange(fixture: Fixture, params: CallParams): Promise<void> {
  const { blockWaitMs } = fixture.context;
  const first = await get(fixture, params);
  const { etag } = first?.headers ?? {};
  if (first?.status !== 200 || etag === undefined) {
    fixture.skip("the deployment sends no entity tags", true);
    return;
  }
  const end = performance.now() + blockWaitMs;
  for (let now = 0; now <= end; now = performance.now()) {
    const next = await get(fixture, params);
    if (next?.status === 200 && contentOf(next) !== contentOf(first)) {
      const isOther = next.headers.etag !== etag;
      fixture.assert(isOther, `another entity tag than ${etag}, as the content is another`, etag);
      return;
    }
    await sleep(POLL_MS);
  }
  fixture.skip(`nothing changed within ${blockWaitMs} ms`, true);
}

async function checkLifetime(
  fixture: Fixture,
  params: CallParams,
  { seconds: most, parameters }: Volatile,
): Promise<void> {
  fixture.skip(UNSENT, true);
  const response = await get(fixture, { ...params, ...parameters });
  const control = response?.headers["cache-control"] ?? "";
  for (const [, name, seconds] of control.matchAll(/\b(max-age|s-maxage)\s*=\s*"?(\d+)/gi)) {
    fixture.assert(Number(seconds) <= most, `${name} of at most ${most}`, control);
  }
}

/** Sends a request, with the entity tag that the caller has. */
async function get(
  fixture: Fixture,
  params: CallParams,
  held?: string,
): Promise<HttpResponse | undefined> {
  const headers = held === undefined ? {} : { "if-none-match": held };
  return (await fixture.ask(params, { headers })).response;
}

/** Normalises content: the order of keys is irrelevant. */
function contentOf({ body }: HttpResponse): string {
  try {
    return canonical(JSON.parse(body.toString()));
  } catch {
    return body.toString("latin1");
  }
}
