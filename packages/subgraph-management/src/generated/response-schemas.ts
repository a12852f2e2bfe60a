// Generated from subgraph-management.yaml: do not edit. Change the spec and run `generate`.

import type { ResponseSchemas } from "@chainkit/runtime/validate";
import * as v from "valibot";

const ResultCode: v.GenericSchema = v.pipe(v.number(), v.integer());

const Message: v.GenericSchema = v.string();

const EmptyEnvelope: v.GenericSchema = v.looseObject({ "code": ResultCode, "data": v.pipe(v.custom((all) => !Array.isArray(all), "must be an object"), v.looseObject({  }), v.check((all) => Object.keys(all).length <= 0, "must have <= 0 members")), "msg": Message });

const ErrorEnvelope: v.GenericSchema = v.looseObject({ "code": v.pipe(v.number(), v.integer()), "data": v.pipe(v.custom((all) => !Array.isArray(all), "must be an object"), v.looseObject({  })), "msg": Message });

const Tag: v.GenericSchema = v.looseObject({ "tag": v.string(), "create_time": v.pipe(v.number(), v.integer()) });

const TagsEnvelope: v.GenericSchema = v.looseObject({ "code": ResultCode, "data": v.looseObject({ "tags": v.array(Tag) }), "msg": Message });

/** Schemas of the documented response bodies, by request and status. */
export const responseSchemas: ResponseSchemas = {
  "POST /public_api/v1/{graph_ns}/tags/create-tag": {
    id: "createTag",
    responses: {
      "200": EmptyEnvelope,
      "400": ErrorEnvelope,
      "401": ErrorEnvelope,
      "404": ErrorEnvelope,
      "429": ErrorEnvelope,
      "500": ErrorEnvelope,
    },
  },
  "POST /public_api/v1/{graph_ns}/tags/delete-tag": {
    id: "deleteTag",
    responses: {
      "200": EmptyEnvelope,
      "400": ErrorEnvelope,
      "401": ErrorEnvelope,
      "404": ErrorEnvelope,
      "429": ErrorEnvelope,
      "500": ErrorEnvelope,
    },
  },
  "POST /public_api/v1/{graph_ns}/tags/query-tag": {
    id: "queryTag",
    responses: {
      "200": TagsEnvelope,
      "400": ErrorEnvelope,
      "401": ErrorEnvelope,
      "404": ErrorEnvelope,
      "429": ErrorEnvelope,
      "500": ErrorEnvelope,
    },
  },
  "POST /public_api/v1/{graph_ns}/subgraph/remove-subgraph": {
    id: "removeSubgraph",
    responses: {
      "200": EmptyEnvelope,
      "400": ErrorEnvelope,
      "401": ErrorEnvelope,
      "404": ErrorEnvelope,
      "409": ErrorEnvelope,
      "429": ErrorEnvelope,
      "500": ErrorEnvelope,
    },
  },
};
