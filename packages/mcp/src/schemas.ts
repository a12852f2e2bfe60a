import type { JsonSchema, OperationDescription } from "@chainkit/client/operations";
import { allowShortened } from "./shortened-schema.ts";

/** Rows of a page unless the model asks for more or fewer. */
const PAGE_ROWS = 20;

/** The argument that switches the shortening off. */
export const FULL = "full";

/** The property under which a result that is not an object stands: MCP wants an object. */
const WRAPPED = "result";

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
        description: "Return long values, such as call data, in full instead of shortened.",
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
    description: `Rows per page; ${rows} if omitted. Get further rows by passing the cursor.`,
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

const isObjectSchema = (schema: JsonSchema): schema is ObjectSchema => schema.type === "object";

/** The schema of a tool's structured result; undefined if the operation returns nothing. */
export function outputSchema({ result }: OperationDescription): ObjectSchema | undefined {
  if (!result) {
    return undefined;
  }
  const schema = allowShortened(result);
  if (isObjectSchema(schema)) {
    return schema;
  }
  const { $defs, ...own } = schema;
  return {
    type: "object",
    properties: { [WRAPPED]: own },
    required: [WRAPPED],
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** A result as the structured content of its tool. */
export function structured(
  { result }: OperationDescription,
  value: unknown,
): Record<string, unknown> {
  return result && isObjectSchema(result)
    ? (value as Record<string, unknown>)
    : { [WRAPPED]: value };
}
