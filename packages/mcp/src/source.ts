import { areas } from "@chainkit/client";
import { type OperationDescription, operations } from "@chainkit/client/operations";
import { asObject, isBinary } from "@chainkit/openapi";
import type { Api } from "@chainkit/openapi/api";
import { createClientOf } from "@chainkit/openapi/client";
import { INSTRUCTIONS, instructionsOf } from "./instructions.ts";
import { nameOf } from "./names.ts";
import { BASE_URL } from "./options.ts";
import { FULL } from "./schemas.ts";

/** Operations that one client calls. */
interface ToolArea {
  readonly name: string;
  /** Settings that the client requires, besides the base URL. */
  readonly requires: readonly string[];
  readonly operations: readonly OperationDescription[];
  readonly create: (options: Readonly<Record<string, unknown>>) => object;
}

/** Where the tools come from: the areas of chainkit, or a document. */
export interface ToolSource {
  readonly areas: readonly ToolArea[];
  readonly instructions: string;
  /** Names of operations that are no tools, and why. */
  readonly refused: ReadonlyMap<string, string>;
  readonly nameOf: (operation: OperationDescription) => string;
}

const chainkit: ToolSource = {
  // No area is named here, so that a new one needs no change.
  areas: Object.entries(areas).map(([key, { name, requires, create }]) => ({
    name,
    requires,
    operations: Object.values<OperationDescription>(operations[key as keyof typeof operations]),
    create: create as unknown as ToolArea["create"],
  })),
  instructions: INSTRUCTIONS,
  refused: new Map(),
  nameOf,
};

/** The source of the tools of a server. */
export function sourceOf(api: Api | undefined): ToolSource {
  return api ? documentSource(api) : chainkit;
}

function documentSource(api: Api): ToolSource {
  const { name, rules } = api;
  const refused = new Map([...api.refused].map(([id, text]) => [toolName(id), text]));
  const described = api.operations.map(({ id }) => api.describe(id));
  const offered = described.filter((operation) => {
    const fault = faultOf(operation, api);
    if (fault !== undefined) {
      refused.set(toolName(operation.id), `${operation.id}: ${fault}`);
    }
    return fault === undefined;
  });
  const needed = [...rules.credentials, ...rules.options].filter(({ required }) => required);
  const area: ToolArea = {
    name,
    requires: needed.map((each) => each.name),
    operations: offered,
    create: (options) => createClientOf(api, { ...options, baseUrl: String(options[BASE_URL]) }),
  };
  return {
    areas: [area],
    instructions: instructionsOf(api.title),
    refused,
    nameOf: ({ id }) => toolName(id),
  };
}

/** Says why an operation cannot be a tool; undefined if it can. */
function faultOf({ id, params, places }: OperationDescription, api: Api): string | undefined {
  const file = Object.keys(places).find(
    (name) =>
      /^(field|body)$/.test(places[name] ?? "") &&
      isBinary(params, asObject(params.properties)[name]),
  );
  if (file !== undefined) {
    return `a tool cannot send a file, here ${file}; call it with the command line or a client`;
  }
  if (Object.hasOwn(Object(params.properties), FULL)) {
    return `the parameter ${FULL} collides with the argument of its tool; rename it`;
  }
  const name = toolName(id);
  const other = api.operations.find((each) => each.id !== id && toolName(each.id) === name);
  return (
    other && `its tool would have the name of ${other.id}, ${name}; choose another operationId`
  );
}

/** Returns an id in the characters and length that clients accept as the name of a tool. */
function toolName(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
}
