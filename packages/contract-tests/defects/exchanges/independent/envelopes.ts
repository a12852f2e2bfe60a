import { AT, body, response } from "../mutation.ts";
import type { Mutations } from "./tools.ts";

const WRITES = /create-tag|delete-tag|remove-subgraph/;

/** Envelopes and tags against their schemas. */
export const ENVELOPES: Mutations = {
  "create_time as ISO text": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time = new Date(tag.create_time * 1000).toISOString();
    }
  }),
  "create_time with a fraction": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time += 0.25;
    }
  }),
  "tags null where there are none": body(AT.query, ({ data }) => {
    data.tags = data.tags.length > 0 ? data.tags : null;
  }),
  "no tags where there are none": body(AT.query, (value) => {
    value.data = value.data.tags.length > 0 ? value.data : {};
  }),
  "data null after creation": body(AT.create, (value) => {
    value.data = null;
  }),
  "data an empty list after deletion": body(AT.remove, (value) => {
    value.data = [];
  }),
  "code of removal as text": body(AT.removal, (value) => {
    value.code = String(value.code);
  }),
  "the tag repeated in data": body(AT.create, (value, incoming) => {
    value.data = { tag: JSON.parse(incoming.body.toString()).tag };
  }),
  "no code where it is zero": body(AT.management, (value) => {
    if (value.code === 0) {
      delete value.code;
    }
  }),
  "no msg where nothing was found": body(
    AT.management,
    (value) => {
      delete value.msg;
    },
    [404],
  ),
  "no data without a token": body(
    AT.management,
    (value) => {
      delete value.data;
    },
    [401],
  ),
  "code null on a bad request": body(
    AT.management,
    (value) => {
      value.code = null;
    },
    [400],
  ),
  "tags as plain text": body(AT.query, ({ data }) => {
    data.tags = data.tags.map(({ tag }: { readonly tag: string }) => tag);
  }),
  "tags keyed by name": body(AT.query, ({ data }) => {
    data.tags = Object.fromEntries(
      data.tags.map(({ tag, ...rest }: { readonly tag: string }) => [tag, rest]),
    );
  }),
  "no body after removal": response(AT.removal, (found) => ({
    ...found,
    status: 204,
    headers: {},
    body: Buffer.alloc(0),
  })),
  "201 after creation": response(AT.create, (found) => ({ ...found, status: 201 })),
  "202 for changes": response(WRITES, (found) => ({ ...found, status: 202 })),
};
