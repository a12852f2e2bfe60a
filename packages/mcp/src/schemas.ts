import type { JsonSchema, OperationDescription } from "@chainkit/client/operations";
import { allowShortened } from "./model-schemas.ts";
import { argumentNames, renamed } from "./names.ts";

/** Rows of a page unless the model asks for more or fewer. */
const PAGE_ROWS = 20;

/** The argument that switches the shortening off. */
export const FULL = "full";

/** What arguments are read by: of an operation, or of a tool that combines some. */
type Described = Pick<OperationDescription, "params" | "pagination">;

type Properties = Readonly<Record<string, JsonSchema>>;

/** A JSON Schema of an object, as MCP wants it. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties;

/** The argument of each parameter of an operation. */
export function argumentsOf({ params }: Pick<Described, "params">): ReadonlyMap<string, string> {
  return argumentNames(Object.keys(propertiesOf(params)), [FULL]);
}

/**
 * The schema of a tool's arguments: the parameters of the operation, with a smaller page by default,
 * and `full`.
 */
export function inputSchema(operation: Described): ObjectSchema {
  const { params, pagination } = operation;
  const { limitParameter: limit } = pagination ?? {};
  const properties = propertiesOf(params);
  const names = argumentsOf(operation);
  const required = (params.required ?? []) as readonly string[];
  return {
    ...params,
    type: "object",
    ...(params.required ? { required: required.map((name) => names.get(name) ?? name) } : {}),
    properties: {
      ...renamed(
        { ...properties, ...(limit ? { [limit]: pageSize(properties[limit]) } : {}) },
        names,
      ),
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
  operation: Described,
  { [FULL]: full, ...given }: Readonly<Record<string, unknown>>,
): { readonly params: Record<string, unknown>; readonly full: boolean } {
  const { limitParameter: limit } = operation.pagination ?? {};
  const parameters = [...argumentsOf(operation)].map(
    ([name, argument]) => [argument, name] as const,
  );
  const params = renamed(given, new Map(parameters));
  const { default: rows } = limit ? pageSize(propertiesOf(operation.params)[limit]) : {};
  return { params: { ...(limit ? { [limit]: rows } : {}), ...params }, full: full === true };
}

/** The schema of a tool's result; undefined if the operation returns no JSON. */
export function outputSchema({ result }: OperationDescription): JsonSchema | undefined {
  return result && allowShortened(result);
}
