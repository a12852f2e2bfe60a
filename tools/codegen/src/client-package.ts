import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readInfo } from "@chainkit/openapi";
import type { GeneratedArea } from "./generate.ts";
import { docstring } from "./operations/docstring.ts";
import { areaNames } from "./operations/type-names.ts";

const header = "// Generated from the list of areas: do not edit. Run `generate`.\n\n";

/**
 * Generates the files of `@chainkit/client` that depend on the areas, by path: the list of areas, their
 * operations and validators, and the manifest.
 *
 * @param folder Package folder.
 * @param areas All areas, by name.
 */
export async function clientPackage(
  folder: string,
  areas: readonly GeneratedArea[],
): Promise<Map<string, string>> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const others = Object.entries<string>(manifest.dependencies).filter(
    ([name]) => name === "@chainkit/runtime",
  );
  const own = areas.map(({ name }) => [`@chainkit/${name}`, "workspace:^"]);
  manifest.dependencies = Object.fromEntries([...own, ...others]);
  return new Map([
    [join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`],
    [join(folder, "src/generated/areas.ts"), header + areasSource(areas)],
    [join(folder, "src/generated/operations.ts"), header + operationsSource(areas)],
    [join(folder, "src/generated/validate.ts"), header + validateSource(areas)],
  ]);
}

function areasSource(areas: readonly GeneratedArea[]): string {
  const all = areas.map((area) => ({ area, name: area.name, ...areaNames(area.name) }));
  const imports = all.map(
    ({ name, client, factory, options }) =>
      `import { type ${client}, type ${options}, ${factory} } from "@chainkit/${name}";\n`,
  );
  const namespaces = all.map(
    ({ name, type }) => `export type * as ${type} from "@chainkit/${name}";\n`,
  );
  const types = all.map(
    ({ key, client, options }) =>
      `  readonly ${key}: { readonly client: ${client}; readonly options: ${options} };\n`,
  );
  const bases = all.map(({ options }) => `Partial<${options}>`);
  const bound = new Set(areas.flatMap(boundOptions));
  const entries = all.map(({ area, name, key, factory }) => {
    const doc = docstring([readInfo(area.document).title || name], "  ");
    const requires = JSON.stringify(requiredOptions(area));
    const others = [...bound].filter((option) => !boundOptions(area).includes(option)).sort();
    const create = others.length > 0 ? ignoring(others, factory) : factory;
    return `${doc}  ${key}: { name: "${name}", requires: ${requires}, create: ${create} },\n`;
  });
  const ignore = entries.some((entry) => entry.includes("__PURE__"))
    ? 'import { ignoring } from "../ignoring.ts";\n'
    : "";
  return `import type { ClientOptions } from "@chainkit/runtime";
${imports.join("")}${ignore}
${namespaces.join("")}
/** The client of each area, and its options. */
export interface AreaTypes {
${types.join("")}}

/** Options of all clients. Only \`baseUrl\` is required of every one. */
export type ChainkitOptions = ${["ClientOptions", ...bases].join(" &\n  ")};

/** The areas: the name of each, the options that its client requires besides \`baseUrl\`, and its factory. */
export const areas = {
${entries.join("")}} as const;
`;
}

/** Imports an export of each area, under the key of the area. */
function importsOf(
  areas: readonly GeneratedArea[],
  name: string,
): [imports: string, keys: string[]] {
  const all = areas.map((area) => ({ area: area.name, ...areaNames(area.name) }));
  const imports = all.map(
    ({ area, key }) => `import { ${name} as ${key} } from "@chainkit/${area}/${name}";\n`,
  );
  return [imports.join(""), all.map(({ key }) => key)];
}

function operationsSource(areas: readonly GeneratedArea[]): string {
  const [imports, keys] = importsOf(areas, "operations");
  return `${imports}
/** Metadata of all operations, by area and operation id. */
export const operations = {
${keys.map((key) => `  ${key},\n`).join("")}} as const;
`;
}

function validateSource(areas: readonly GeneratedArea[]): string {
  const [imports, keys] = importsOf(areas, "validate");
  return `${imports}
/** Functions that create the validating middleware of each area. */
export const validations = [${keys.join(", ")}] as const;
`;
}

function boundOptions({ operations }: GeneratedArea): string[] {
  return operations.options.map(({ name }) => name);
}

/** Marked as pure, so that it is left out of a bundle that does not use it. */
function ignoring(options: readonly string[], factory: string): string {
  return `/* @__PURE__ */ ignoring(${JSON.stringify(options)}, ${factory})`;
}

function requiredOptions({ operations }: GeneratedArea): string[] {
  const bound = operations.options.filter(({ required }) => required).map(({ name }) => name);
  const secret = operations.credentials.filter(({ required }) => required).map(({ name }) => name);
  return [...secret, ...bound];
}
