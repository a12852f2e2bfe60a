import { readInfo } from "@chainkit/openapi";
import { indexSource } from "../area-template/index-source.ts";
import { exemplary } from "../area-template/readme.ts";
import { sample } from "../area-template/sample.ts";
import type { GeneratedArea } from "../generate.ts";
import { ownVersions } from "../own-manifest.ts";
import { workflow } from "./workflow.ts";

/**
 * Returns the files of a new project except for the spec, by path.
 *
 * @param spec Path of the document in the project.
 * @param omit Operations that the client leaves out.
 * @param overrides Overrides of pnpm as YAML, if some packages are not those of the registry.
 */
export async function projectFiles(
  area: GeneratedArea,
  spec: string,
  omit: readonly string[],
  overrides = "",
): Promise<Map<string, string>> {
  const { name } = area;
  const folder = `packages/${name}`;
  const versions = await ownVersions();
  const generated = [...area.files].map(
    ([file, text]) => [`${folder}/src/generated/${file}`, text] as const,
  );
  return new Map([
    ["package.json", json(rootManifest(name, spec, folder, omit, versions))],
    ["pnpm-workspace.yaml", WORKSPACE + overrides],
    [".gitignore", "node_modules/\ndist/\n"],
    [".github/workflows/ci.yml", workflow],
    ["README.md", readme(area, spec)],
    [`${folder}/package.json`, json(clientManifest(name, versions))],
    [`${folder}/tsconfig.json`, json(compilerConfig)],
    [`${folder}/src/index.ts`, indexSource(area)],
    ...generated,
  ]);
}

const WORKSPACE = `packages:
  - packages/*
allowBuilds:
  # Reports installations to its vendor.
  "@scarf/scarf": false
`;

const compilerConfig = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    types: [],
    rootDir: "src",
    outDir: "dist",
    declaration: true,
  },
  include: ["src"],
};

function rootManifest(
  name: string,
  spec: string,
  folder: string,
  omit: readonly string[],
  versions: Readonly<Record<string, string>>,
) {
  const omitted = omit.map((id) => ` --omit ${JSON.stringify(id)}`).join("");
  const tools = ["codegen", "contract-tests", "docs", "mock"].map((each) => `@chainkit/${each}`);
  return {
    name,
    private: true,
    type: "module",
    engines: { node: ">=22.15" },
    scripts: {
      generate: `chainkit-codegen ${spec} --out ${folder}/src/generated${omitted}`,
      build: `pnpm run generate && tsc -p ${folder}`,
      mock: `chainkit-mock --spec ${spec}`,
      contract: `chainkit-contract --spec ${spec}`,
      docs: `chainkit-docs build --spec ${spec} --out dist/docs`,
      test: `pnpm run generate --check && tsc -p ${folder} && pnpm run contract`,
    },
    devDependencies: Object.fromEntries(
      [...tools, "typescript"].map((tool) => [tool, versions[tool]]),
    ),
  };
}

function clientManifest(name: string, versions: Readonly<Record<string, string>>) {
  return {
    name: clientName(name),
    version: "0.0.0",
    private: true,
    type: "module",
    sideEffects: false,
    files: ["dist"],
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    dependencies: { "@chainkit/runtime": versions["@chainkit/runtime"] },
  };
}

function clientName(name: string): string {
  return `${name}-client`;
}

function readme(area: GeneratedArea, spec: string): string {
  const { name, document } = area;
  const example = exampleOf(area);
  return `# ${readInfo(document).title || name}

\`\`\`sh
npx --yes pnpm@12 install
npx --yes pnpm@12 test
\`\`\`

Commit \`pnpm-lock.yaml\`: the workflow in \`.github/workflows/ci.yml\` installs what it says.

\`${spec}\` describes the API; the client in \`packages/${name}/src/generated\` is generated from it, and committed. After a
change of the document, \`run generate\` writes the client again.

| Command, after \`npx --yes pnpm@12\` | Does |
|---|---|
| \`run generate\` | Generates the client from the spec |
| \`build\` | Generates the client from the spec, and compiles it |
| \`mock\` | Serves the examples of the spec at http://127.0.0.1:4010, and validates requests |
| \`contract --target <url>\` | Tests whether a deployment conforms to the spec; without a target, the mock |
| \`run docs\` | Builds the documentation site in \`dist/docs\` |
| \`test\` | Checks that the client is up to date and compiles, and tests the mock |
${example ? `\n## Use\n\n\`\`\`ts\n${example}\n\`\`\`\n` : ""}`;
}

function exampleOf({ name, operations }: GeneratedArea): string | undefined {
  const shown = exemplary(operations.operations);
  try {
    return shown && sample(name, operations, shown, clientName(name)).trim();
  } catch {
    // No value of a required parameter can be made up: the README goes without.
    return undefined;
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
