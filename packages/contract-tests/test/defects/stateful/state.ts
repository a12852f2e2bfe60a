import { AT, body, envelope, json } from "../mutation.ts";
import { after, at, call, type Mutations, OTHER_VERSIONS, versionOf } from "./tools.ts";

const gone = new Set<string>();

/** State after a change, as stated. */
export const STATE: Mutations = {
  "creation without effect": after(AT.create, (fields, other) => other("tags/delete-tag", fields)),
  "deletion without effect": after(AT.remove, (fields, other) => other("tags/create-tag", fields)),
  "deletion of all tags of the version": after(AT.remove, async (fields, other) => {
    const { data } = await other("tags/query-tag", fields);
    for (const { tag } of data.tags) {
      await other("tags/delete-tag", { ...fields, tag });
    }
  }),
  "creation replaces the tags of the version": after(AT.create, async (fields, other) => {
    const { data } = await other("tags/query-tag", fields);
    for (const { tag } of data.tags) {
      await (tag === fields.tag ? undefined : other("tags/delete-tag", { ...fields, tag }));
    }
  }),
  "a second removal succeeds": at(AT.removal, async (incoming, forward) => {
    const key = versionOf(json(incoming));
    const found = await forward(incoming);
    if (found.status === 200) {
      gone.add(key);
    }
    return found.status === 404 && gone.has(key) ? envelope(200) : found;
  }),
  "removed versions still have a list of tags": at(AT.management, async (incoming, forward) => {
    const key = `list ${versionOf(json(incoming))}`;
    const found = await forward(incoming);
    if (found.status === 200 && AT.removal.test(incoming.url)) {
      gone.add(key);
    }
    return AT.query.test(incoming.url) && found.status === 404 && gone.has(key)
      ? envelope(200, { tags: [] })
      : found;
  }),
  "removal without effect": at(AT.removal, async (incoming, forward) => {
    const { name, ...rest } = json(incoming) ?? {};
    const tags = await call(incoming, forward, "tags/query-tag", { subgraph_name: name, ...rest });
    return tags?.data?.tags?.length === 0 ? envelope(200) : forward(incoming);
  }),
  "tags of the other versions as well": body(AT.query, async ({ data }, incoming, forward) => {
    const own = json(incoming);
    for (const version of OTHER_VERSIONS.filter((each) => each !== own.version)) {
      const other = await call(incoming, forward, "tags/query-tag", { ...own, version });
      data.tags.push(...(other?.data?.tags ?? []));
    }
  }),
  "creation at all versions": after(AT.create, async (fields, other) => {
    for (const version of OTHER_VERSIONS) {
      await other("tags/create-tag", { ...fields, version });
    }
  }),
  "tags of another subgraph of the same version": body(
    AT.query,
    async ({ data }, incoming, forward) => {
      const own = json(incoming);
      const names = ["erc20-transfers", "nft-owners"].filter((each) => each !== own.subgraph_name);
      for (const subgraph_name of names) {
        const other = await call(incoming, forward, "tags/query-tag", { ...own, subgraph_name });
        data.tags.push(...(other?.data?.tags ?? []));
      }
    },
  ),
};
