import type { Oas3Rule, UserContext } from "@redocly/openapi-core";
import {
  fieldOf,
  type OperationNode,
  okBody,
  queryParametersOf,
  type SchemaNode,
} from "../listing.ts";
import { follow, isObject } from "../node.ts";

const names = ["cursorParameter", "cursorField", "itemsField"] as const;
type Pagination = Record<(typeof names)[number], string>;

/** `x-pagination` tells the clients how a listing continues; a wrong name in it would end it early. */
export const pagination: Oas3Rule = () => ({
  PathItem: {
    Operation(operation, ctx, { PathItem }) {
      const node = operation as OperationNode;
      const query = queryParametersOf(node, PathItem, ctx).map((parameter) => parameter.node.name);
      const found = node["x-pagination"];
      if (found === undefined) {
        if (!query.includes("cursor")) {
          return;
        }
        const message = `An operation with a \`cursor\` needs \`x-pagination\` with ${names.join(", ")}.`;
        ctx.report({ message, location: ctx.location.key() });
      } else if (isPagination(found)) {
        checkNames(node, found, query, ctx);
      } else {
        const message = `\`x-pagination\` must have exactly these string fields: ${names.join(", ")}.`;
        ctx.report({ message, location: ctx.location.child("x-pagination") });
      }
    },
  },
});

function isPagination(value: unknown): value is Pagination {
  if (!isObject(value) || Object.keys(value).length !== names.length) {
    return false;
  }
  return names.every((name) => typeof value[name] === "string");
}

function checkNames(
  operation: OperationNode,
  { cursorParameter, cursorField, itemsField }: Pagination,
  query: string[],
  ctx: UserContext,
): void {
  const complain = (name: keyof Pagination, message: string) =>
    ctx.report({ message, location: ctx.location.child(["x-pagination", name]) });
  if (!query.includes(cursorParameter)) {
    complain(
      "cursorParameter",
      `Unknown query parameter \`${cursorParameter}\`; expected one of ${query.join(", ")}.`,
    );
  }
  const body = okBody(operation, ctx);
  const schema = body && follow<SchemaNode>(body.node.schema, body.location.child("schema"), ctx);
  if (!schema) {
    return;
  }
  if (!fieldOf(schema, cursorField, ctx)) {
    complain(
      "cursorField",
      `The 200 body has no field \`${cursorField}\`; expected a property of its schema.`,
    );
  }
  const items = fieldOf(schema, itemsField, ctx);
  if (!items || ![items.node.type].flat().includes("array")) {
    complain(
      "itemsField",
      `The 200 body has no array \`${itemsField}\`; expected the property that contains the items.`,
    );
  }
}
