// Runs after every install, with whichever Node runs that, and removes what packages carry and nothing
// here loads.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [argument] = process.argv.slice(2);
if (argument !== undefined) {
  const isHelp = argument === "--help" || argument === "-h";
  const help =
    "Removes what packages in node_modules carry and nothing here loads.\n\nUsage: postinstall";
  console.log(isHelp ? help : `postinstall: unknown option ${argument}; see --help`);
  process.exit(isHelp ? 0 : 1);
}

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const store = join(modules, ".pnpm");

/** Folders of one version: bundles for browsers, and sources beside what is built of them. */
const folders = { "@faker-js/faker@5.5.3": "dist", "fp-ts@2.16.11": "es6", "zod@4.6.7": "src" };
/** Packages with more than half a megabyte of source maps. */
const mapped = [
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/core",
  "@modelcontextprotocol/server",
  "@mswjs/interceptors",
  "@redocly/openapi-core",
  "@tanstack/query-core",
  "@tanstack/react-query",
  "json-schema-ref-parser",
  "jsonpath-plus",
  "js-yaml",
  "lru-cache",
  "markdown-it",
  "msw",
  "oniguruma-parser",
  "oniguruma-to-es",
  "styled-components",
  "tldts",
  "tough-cookie",
];

const remove = (path) => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It stays: Windows removes no program that runs, as this Node may. Nothing but its size is lost.
  }
};

// Headers for native add-ons, which the package `node` leaves behind. Its program is a link of its own.
remove(join(modules, "node/node_modules"));

for (const entry of readdirSync(store)) {
  const version = entry.replace("+", "/").replace(/_.*/, "");
  const name = version.replace(/(?!^)@.*/, "");
  const folder = join(store, entry, "node_modules", name);
  if (version in folders) {
    remove(join(folder, folders[version]));
  }
  if (mapped.includes(name)) {
    for (const file of readdirSync(folder, { recursive: true })) {
      if (file.endsWith(".map")) {
        remove(join(folder, file));
      }
    }
  }
}
