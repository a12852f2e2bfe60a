import { AT, type Body, body, envelope, json } from "../mutation.ts";
import {
  after,
  at,
  call,
  type Mutations,
  OTHER_VERSIONS,
  onlyIf,
  versionOf,
  withBody,
  withHeaders,
} from "./tools.ts";

const gone = new Set<string>();
const cache = new Map<string, Body>();
const isGone = (incoming: { readonly body: Buffer; readonly headers: Body }) =>
  gone.has(`${incoming.headers.host} ${versionOf(json(incoming))}`);

/** State that a careful reading forbids. */
export const TAGS: Mutations = {
  "deletion in any case": at(AT.remove, async (incoming, forward) => {
    const found = await forward(incoming);
    const fields = json(incoming);
    if (found.status !== 404 || typeof fields?.tag !== "string") {
      return found;
    }
    const { data } = await call(incoming, forward, "tags/query-tag", fields);
    const same = data?.tags?.find(
      ({ tag }: { readonly tag: string }) => tag.toLowerCase() === fields.tag.toLowerCase(),
    );
    return same ? forward(withBody(incoming, { ...fields, tag: same.tag })) : found;
  }),
  "create_time counts the queries": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time = cache.size;
    }
    cache.set(String(cache.size), {});
  }),
  "a tag created again is listed twice": at(AT.management, async (incoming, forward) => {
    const { tag, ...version } = json(incoming) ?? {};
    const key = `twice ${incoming.headers.host} ${versionOf(version)} ${tag}`;
    const before = AT.create.test(incoming.url)
      ? await call(incoming, forward, "tags/query-tag", version)
      : undefined;
    const found = await forward(incoming);
    if (before?.data?.tags?.some((known: Body) => known.tag === tag)) {
      gone.add(key);
    } else if (AT.remove.test(incoming.url)) {
      gone.delete(key);
    }
    if (!AT.query.test(incoming.url) || found.status !== 200) {
      return found;
    }
    const value = json(found);
    const again = value.data.tags.filter((known: Body) =>
      gone.has(`${key.slice(0, -"undefined".length)}${known.tag}`),
    );
    value.data.tags.push(...again);
    return { ...found, body: Buffer.from(JSON.stringify(value)) };
  }),
  "a query deletes the tags": after(AT.query, async (fields, other) => {
    const { data } = await other("tags/query-tag", fields);
    for (const { tag } of data.tags) {
      await other("tags/delete-tag", { ...fields, tag });
    }
  }),
  "deletion at all versions": after(AT.remove, async (fields, other) => {
    for (const version of OTHER_VERSIONS) {
      await other("tags/delete-tag", { ...fields, version });
    }
  }),
  "each second query before the last change": at(AT.management, async (incoming, forward) => {
    const key = `${incoming.headers.host} ${versionOf(json(incoming))}`;
    const found = await forward(incoming);
    if (!AT.query.test(incoming.url) || found.status !== 200) {
      return found;
    }
    const state = cache.get(key) ?? { turn: 0, body: found.body };
    cache.set(key, { turn: state.turn + 1, body: state.turn % 2 === 0 ? found.body : state.body });
    return state.turn % 2 === 1 ? { ...found, body: state.body } : found;
  }),
  "queries cached for some seconds": at(AT.query, async (incoming, forward) => {
    const key = `seconds ${incoming.headers.host} ${versionOf(json(incoming))}`;
    const known = cache.get(key);
    if (known && Date.now() - known.at < 5000) {
      return known.found;
    }
    const found = await forward(incoming);
    if (found.status === 200) {
      cache.set(key, { at: Date.now(), found });
    }
    return found;
  }),
  "a refused creation takes effect": at(AT.create, async (incoming, forward) => {
    const token = cache.get("token");
    const found = await forward(incoming);
    if (found.status === 200) {
      cache.set("token", incoming.headers.authorization);
    } else if (found.status === 401 && token) {
      await forward(withHeaders(incoming, { authorization: token }));
    }
    return found;
  }),
  "a refused removal takes effect": onlyIf(
    ({ method }) => method === "POST",
    async (incoming, forward) => {
      if (!AT.removal.test(incoming.url) && isGone(incoming)) {
        return envelope(404);
      }
      const found = await forward(incoming);
      if (AT.removal.test(incoming.url) && found.status === 409) {
        gone.add(`${incoming.headers.host} ${versionOf(json(incoming))}`);
      }
      return found;
    },
  ),
  "removal of all versions of a subgraph": at(AT.management, async (incoming, forward) => {
    const fields = json(incoming);
    const key = `all ${incoming.headers.host} ${fields?.subgraph_name ?? fields?.name}`;
    if (gone.has(key)) {
      return incoming.headers.authorization ? envelope(404) : forward(incoming);
    }
    const found = await forward(incoming);
    if (AT.removal.test(incoming.url) && found.status === 200) {
      gone.add(key);
    }
    return found;
  }),
};
