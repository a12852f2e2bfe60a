import { isObject } from "@chainkit/openapi";
import type { Oas3Rule, UserContext } from "@redocly/openapi-core";
import {
  fieldOf,
  type OperationNode,
  okBody,
  queryParametersOf,
  type SchemaNode,
} from "../listing.ts";
import { follow } from "../node.ts";

const names = ["cursorParameter", "cursorField", "itemsField"] as const;
const optional = ["limitParameter", "countField", "itemKey"] as const;
interface Pagination extends Record<(typeof names)[number], string> {
  readonly limitParameter?: string;
  readonly countField?: string;
  readonly itemKey?: readonly string[];
}

/** Clients paginate by `x-pagination`; a wrong name in it would end a listing early. */
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
        const message =
          `\`x-pagination\` must have the string fields ${names.join(", ")}; ` +
          "`limitParameter`, `countField` and the list `itemKey` are optional.";
        ctx.report({ message, location: ctx.location.child("x-pagination") });
      }
    },
  },
});

function isPagination(value: unknown): value is Pagination {
  if (!isObject(value)) {
    return false;
  }
  const known: readonly string[] = [...names, ...optional];
  const { limitParameter = "", countField = "", itemKey = [""] } = value;
  return (
    Object.keys(value).every((name) => known.includes(name)) &&
    names.every((name) => typeof value[name] === "string") &&
    [limitParameter, countField].every((name) => typeof name === "string") &&
    Array.isArray(itemKey) &&
    itemKey.length > 0 &&
    itemKey.every((name) => typeof name === "string")
  );
}

function checkNames(
  operation: OperationNode,
  rule: Pagination,
  query: string[],
  ctx: UserContext,
): void {
  const complain = (name: keyof Pagination, message: string) =>
    ctx.report({ message, location: ctx.location.child(["x-pagination", name]) });
  for (const name of ["cursorParameter", "limitParameter"] as const) {
    const parameter = rule[name];
    if (parameter !== undefined && !query.includes(parameter)) {
      const expected = `expected one of ${query.join(", ")}`;
      complain(name, `Unknown query parameter \`${parameter}\`; ${expected}.`);
    }
  }
  const body = okBody(operation, ctx);
  const schema = body && follow<SchemaNode>(body.node.schema, body.location, ctx);
  if (!schema) {
    return;
  }
  for (const name of ["cursorField", "countField"] as const) {
    const field = rule[name];
    if (field !== undefined && !fieldOf(schema, field, ctx)) {
      complain(name, `The 200 body has no field \`${field}\`; expected a property of its schema.`);
    }
  }
  const items = fieldOf(schema, rule.itemsField, ctx);
  if (![items?.node.type].flat().includes("array")) {
    complain(
      "itemsField",
      `The 200 body has no array \`${rule.itemsField}\`; expected the property that contains the items.`,
    );
  }
}
