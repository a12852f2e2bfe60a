import type { JsonSchema, OperationDescription } from "@chainkit/client/operations";
import { allowShortened } from "./shortened-schema.ts";

/** Rows of a page unless the model asks for more or fewer. */
const PAGE_ROWS = 20;

/** The argument that switches the shortening off. */
export const FULL = "full";

type Properties = Readonly<Record<string, JsonSchema>>;

/** A JSON Schema of an object, as MCP wants it. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties;

/**
 * The schema of a tool's arguments: the parameters of the operation, with a smaller page by default,
 * and `full`.
 *
 * @throws Error if a parameter of the operation is itself called `full`.
 */
export function inputSchema(operation: OperationDescription): ObjectSchema {
  const { params, id, pagination } = operation;
  const { limitParameter: limit } = pagination ?? {};
  const properties = propertiesOf(params);
  if (FULL in properties) {
    throw new Error(`${id}: the parameter ${FULL} collides with the argument of its tool`);
  }
  return {
    ...params,
    type: "object",
    properties: {
      ...properties,
      ...(limit ? { [limit]: pageSize(properties[limit]) } : {}),
      [FULL]: {
        type: "boolean",
        default: false,
        description: "Return long values in full.",
      },
    },
  };
}

function pageSize({ minimum, maximum }: JsonSchema = {}): JsonSchema {
  const rows = Math.min(PAGE_ROWS, typeof maximum === "number" ? maximum : PAGE_ROWS);
  return {
    type: "integer",
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    default: rows,
    description: "Rows per page.",
  };
}

/** The parameters of a call, with the page size set, and whether long values are wanted. */
export function splitArguments(
  operation: OperationDescription,
  { [FULL]: full, ...params }: Readonly<Record<string, unknown>>,
): { readonly params: Record<string, unknown>; readonly full: boolean } {
  const { limitParameter: limit } = operation.pagination ?? {};
  const { default: rows } = limit ? pageSize(propertiesOf(operation.params)[limit]) : {};
  return { params: { ...(limit ? { [limit]: rows } : {}), ...params }, full: full === true };
}

/** The schema of a tool's result; undefined if the operation returns no JSON. */
export function outputSchema({ result }: OperationDescription): JsonSchema | undefined {
  return result && allowShortened(result);
}
