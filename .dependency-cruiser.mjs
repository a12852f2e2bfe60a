import { existsSync } from "node:fs";

/**
 * The direction of imports, between packages and between the modules of the server, each of which
 * imports only from those after it. Types count: a cycle of types is one for the reader, too.
 */
const SERVER_LAYERS = [
  ["cli"],
  ["dev"],
  ["service"],
  ["config"],
  ["http", "handlers"],
  ["ingest"],
  ["source", "balances", "metadata", "graph-node"],
  ["store"],
  ["verify"],
  ["chain"],
];

const SERVER = "packages/server/src";

const missing = SERVER_LAYERS.flat().filter((layer) => !existsSync(`${SERVER}/${layer}`));
if (missing.length > 0) {
  throw new Error(`.dependency-cruiser.mjs: ${SERVER} has no folder ${missing.join(", ")}`);
}

const inLayers = (layers) => `^${SERVER}/(${layers.flat().join("|")})/`;

/** Nothing of a layer imports from those before it. */
const layerRules = SERVER_LAYERS.slice(1).map((layer, at) => ({
  name: `server-layers-${layer.join("-")}`,
  comment: `${layer.join(", ")} must not import from ${SERVER_LAYERS.slice(0, at + 1).join(", ")}`,
  severity: "error",
  from: { path: inLayers([layer]) },
  to: { path: inLayers(SERVER_LAYERS.slice(0, at + 1)) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "resolvable",
      comment: "an import that leads nowhere would escape every rule below",
      severity: "error",
      // These are compiled where a test has put what they import.
      from: { pathNot: "^tools/(repo/consumers|codegen/test/fixtures|bench/peers)/" },
      to: { path: "^\\.", couldNotResolve: true },
    },
    ...layerRules,
    {
      name: "commands-stay-in-cli",
      severity: "error",
      from: { path: `^${SERVER}/`, pathNot: `^${SERVER}/cli/` },
      to: { path: `^${SERVER}/cli/` },
    },
    {
      name: "http-knows-no-handler",
      comment: "http serves whatever handlers it is given",
      severity: "error",
      from: { path: `^${SERVER}/http/` },
      to: { path: `^${SERVER}/handlers/` },
    },
    {
      name: "sql-behind-the-port",
      comment: "only those that open a store know its engine",
      severity: "error",
      from: { path: `^${SERVER}/(chain|verify|source|balances|metadata|handlers|http)/` },
      to: { path: `^${SERVER}/store/[^/]+/` },
    },
    {
      name: "packages-need-no-tool",
      comment: "what users install is made by the tools, and runs without them",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "^packages/docs/" },
      to: { path: "^(tools/|@chainkit/(spec|codegen|start|repo|bench)$)" },
    },
    {
      name: "commands-are-nobodys-library",
      comment: "what is run stands at the end: no other package is built on it",
      severity: "error",
      from: { path: "^packages/([^/]+)/src/" },
      // Before the first build, names do not lead to a file yet.
      to: { path: "^(packages|@chainkit)/(?!$1(/|$))(server|docs|contract-tests)(/|$)" },
    },
    {
      name: "suite-of-any-document",
      comment: "what tests any document knows nothing of blocks, tokens and tags",
      severity: "error",
      from: {
        path: "^packages/contract-tests/src/",
        pathNot: "^packages/contract-tests/src/(chain/|run\\.ts|invariants/all\\.ts)",
      },
      to: { path: "^packages/contract-tests/src/chain/" },
    },
    {
      name: "runtime-stands-alone",
      severity: "error",
      from: { path: "^packages/runtime/src/" },
      to: { path: "^(packages|@chainkit)/(?!runtime/)" },
    },
    {
      name: "sources-need-no-test",
      severity: "error",
      // The gates are tests of the packages, and run the vectors of the runtime. The benchmarks measure
      // the database and the nodes that the tests start.
      from: { path: "^(packages|tools)/[^/]+/src/", pathNot: "^tools/(repo/src/gates|bench)/" },
      to: { path: "^(packages|tools)/[^/]+/test(-support)?/" },
    },
  ],
  options: {
    doNotFollow: { path: "(^|/)(node_modules|dist)/" },
    // What other generators make is there once the benchmarks have run.
    exclude: { path: "^tools/bench/peers/generated/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
