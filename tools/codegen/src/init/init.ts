import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { nameOfFile, readDocument } from "@chainkit/openapi/file";
import { writeDiffering } from "../files.ts";
import { generateArea, omittedIds } from "../generate.ts";
import { noteOnRefused } from "../problems.ts";
import { refersToFiles } from "../read-spec.ts";
import { projectFiles } from "./project-files.ts";

const HELP = `Creates a project from an OpenAPI 3.0 or 3.1 document: the spec, a generated client, a mock, contract tests
against any deployment, docs, and a workflow of GitHub Actions that tests it all.

Usage: npx @chainkit/codegen init <spec.yaml> [options]

  --into <folder>     folder of the project (default: the current one); no file in it is overwritten
  --name <name>       name of the API, such as museum (default: that of the file)
  --omit <ids>        operations that the client leaves out: comma-separated ids, or "METHOD /path"; repeatable
  --overrides <file>  overrides of pnpm to add to pnpm-workspace.yaml, such as those of packages from a clone
  --strict            fail if an operation cannot be generated; otherwise it is left out, with the reason
  --help              show this help
`;

/**
 * Runs `codegen init`.
 *
 * @throws Error naming what is wrong with the arguments or the document; no file is written then.
 */
export async function init(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      into: { type: "string", default: "." },
      name: { type: "string" },
      overrides: { type: "string" },
      omit: { type: "string", multiple: true, default: [] },
      strict: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    return console.log(HELP);
  }
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) {
    throw new Error("expected one spec; see init --help");
  }
  const name = values.name ?? nameOfFile(file);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(
      `invalid name ${JSON.stringify(name)}: expected lower-case words joined by hyphens; set another with --name`,
    );
  }
  // Mock and contract tests read the file itself, so it must be one document.
  if (refersToFiles(await readDocument(file))) {
    const fix = "bundle the document first: npx @redocly/cli bundle";
    throw new Error(`${file}: it refers to other files or URLs; ${fix}`);
  }
  const omit = omittedIds(values.omit);
  const area = await generateArea({ file, name, omit, strict: values.strict });
  const spec = `spec/${name}${extname(file)}`;
  const overrides = values.overrides === undefined ? "" : await readFile(values.overrides, "utf8");
  const files = await projectFiles(area, spec, omit, overrides);
  files.set(spec, await readFile(file, "utf8"));
  const paths = new Map([...files].map(([path, text]) => [join(values.into, path), text]));
  assertFree([...paths.keys()].filter((path) => resolve(path) !== resolve(file)));
  for (const path of await writeDiffering(paths)) {
    console.log(`wrote ${path}`);
  }
  if (area.refused.length > 0) {
    console.error(noteOnRefused(area.refused, file));
  }
  const into = values.into === "." ? "" : ` in ${values.into}`;
  console.log(`\nNext${into}:\n  npx --yes pnpm@12 install\n  npx --yes pnpm@12 test`);
}

function assertFree(paths: readonly string[]): void {
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0) {
    throw new Error(`${taken.join(", ")} exists already; choose an empty folder with --into`);
  }
}
