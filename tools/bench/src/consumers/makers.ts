import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";

/** Options of a generator for one consumer, and a program that tests the result. */
export interface Attempt {
  /** Arguments of the generator; absent if there is nothing to generate. */
  readonly generate?: readonly string[];
  /** The module that is tried; the programs of `tries.ts` import what it exports. */
  readonly entry?: string;
  /** The program to be started instead, for consumers that are programs. */
  readonly program?: readonly string[];
  /** Arguments by which a command line lists all its commands; several, if it groups them. */
  readonly help?: readonly (readonly string[])[];
}

/** A consumer of a contract. */
export type Consumer = "client" | "validation" | "query" | "msw" | "cli" | "mcp";

/** Something that makes consumers from an OpenAPI file. */
export interface Maker {
  readonly name: string;
  /** The generator, to be run with the arguments of an attempt; absent if all is made already. */
  readonly generator?: (bins: Bins) => readonly string[];
  readonly attempts: Readonly<Record<Consumer, Attempt>>;
}

/** Paths of programs: in `tools/bench`, and in the project of the peers. */
interface Bins {
  readonly own: (name: string) => string;
  readonly peer: (name: string) => string;
}

const packages = join(repositoryRoot, "packages");
const client = 'createAddressDataClient({ baseUrl: "http://localhost" })';

const chainkit: Maker = {
  name: "chainkit",
  attempts: {
    client: {
      entry: `import { createAddressDataClient } from "@chainkit/address-data";
        const client = ${client};
        export const methods = client;`,
    },
    validation: {
      entry: `import { responseSchemas } from "${packages}/address-data/src/generated/response-schemas.ts";
        export const validators = Object.fromEntries(Object.values(responseSchemas).map(
          ({ id, responses }) => [id, (value) => !responses["200"]["~standard"].validate(value).issues]));`,
    },
    query: {
      entry: `import { createAddressDataClient } from "@chainkit/address-data";
        import { createQueries } from "@chainkit/query";
        const all = createQueries(${client});
        export const options = Object.fromEntries(Object.entries(all).map(
          ([id, { queryOptions }]) => [id, (values) => queryOptions(values)]));`,
    },
    msw: {
      entry: `import { handlers } from "@chainkit/msw";
        export const all = handlers({ baseUrl: "http://localhost", areas: ["addressData"] });`,
    },
    cli: { program: [join(packages, "cli/dist/cli.js")], help: [["--help"]] },
    mcp: { program: [join(packages, "mcp/dist/cli.js"), "--base-url", "http://localhost"] },
  },
};

const byKey = (key: string) => `Object.fromEntries(ids.map((id) => [id, ${key}]))`;

const redocly: Maker = {
  name: "Redocly",
  generator: ({ own }) => [own("redocly"), "generate-client", "spec.json", "-o", "client.ts"],
  attempts: {
    client: {
      generate: ["--generator", "typescript"],
      entry: 'import * as all from "./client.ts"; export const methods = all;',
    },
    validation: {
      generate: ["--generator", "typescript", "--generator", "zod"],
      entry: `import { operationSchemas } from "./client.zod.ts";
        export const validators = ${byKey("(value) => operationSchemas[id].response.safeParse(value).success")};`,
    },
    query: {
      generate: ["--generator", "typescript", "--generator", "tanstack-query"],
      entry: `import * as all from "./client.tanstack.ts";
        export const options = ${byKey('all[id + "Options"]')};`,
    },
    msw: {
      generate: ["--generator", "typescript", "--generator", "mock"],
      entry: 'import { handlers } from "./client.mocks.ts"; export const all = handlers;',
    },
    cli: {
      generate: ["--generator", "typescript", "--generator", "cli", "--import-ext", "ts"],
      program: ["client.cli.ts"],
      // It groups commands by tag.
      help: [
        ["balances", "--help"],
        ["transactions", "--help"],
      ],
    },
    mcp: {
      generate: ["--generator", "typescript", "--generator", "mcp"],
      program: ["client.mcp.ts"],
    },
  },
};

const capital = "id[0].toUpperCase() + id.slice(1)";

const heyApi: Maker = {
  name: "hey-api",
  generator: ({ peer }) => [
    peer("openapi-ts"),
    "-i",
    "spec.json",
    "-o",
    ".",
    "--silent",
    "-p",
    "@hey-api/typescript",
    "-p",
    "@hey-api/sdk",
  ],
  attempts: {
    client: {
      generate: [],
      entry: 'import * as all from "./sdk.gen.ts"; export const methods = all;',
    },
    validation: {
      generate: ["-p", "zod"],
      entry: `import * as all from "./zod.gen.ts";
        export const validators = ${byKey(`(value) => all["z" + ${capital} + "Response"].safeParse(value).success`)};`,
    },
    query: {
      generate: ["-p", "@tanstack/react-query"],
      entry: `import * as all from "./@tanstack/react-query.gen.ts";
        export const options = ${byKey('all[id + "Options"]')};`,
    },
    msw: {
      generate: ["-p", "msw"],
      entry:
        'import { createMswHandlers } from "./msw.gen.ts"; export const all = createMswHandlers().all();',
    },
    cli: { generate: ["-p", "cli"], program: ["cli.gen.ts"] },
    mcp: { generate: ["-p", "mcp"], program: ["mcp.gen.ts"] },
  },
};

const orval: Maker = {
  name: "orval",
  generator: ({ peer }) => [peer("orval"), "-i", "spec.json", "-o", "client.ts"],
  attempts: {
    client: {
      generate: ["--client", "fetch"],
      entry: 'import * as all from "./client.ts"; export const methods = all;',
    },
    validation: {
      generate: ["--client", "zod"],
      entry: `import * as all from "./client.ts";
        export const validators = ${byKey(`(value) => all[${capital} + "Response"].safeParse(value).success`)};`,
    },
    query: {
      generate: ["--client", "react-query"],
      entry: `import * as all from "./client.ts";
        export const options = ${byKey(`all["get" + ${capital} + "QueryOptions"]`)};`,
    },
    msw: {
      generate: ["--client", "fetch", "--mock"],
      entry: `import * as made from "./client.msw.ts";
        export const all = Object.entries(made).find(([name]) => /DataMock$/.test(name))[1]();`,
    },
    cli: { generate: ["--client", "cli"], program: ["cli.ts"] },
    mcp: { generate: ["--client", "mcp"], program: ["server.ts"] },
  },
};

const family: Maker = {
  name: "openapi-typescript, openapi-fetch, openapi-react-query",
  attempts: {
    client: {
      entry: `import createClient from "openapi-fetch";
        const client = createClient({ baseUrl: "http://localhost" });
        export const methods = ${byKey("() => client.GET(paths[id])")};`,
    },
    validation: {},
    query: {
      entry: `import createFetchClient from "openapi-fetch";
        import createClient from "openapi-react-query";
        const client = createClient(createFetchClient({ baseUrl: "http://localhost" }));
        export const options = ${byKey('() => client.queryOptions("get", paths[id])')};`,
    },
    msw: {},
    cli: {},
    mcp: {},
  },
};

/** Ours, and those that it is compared with. */
export const makers: readonly Maker[] = [chainkit, redocly, heyApi, orval, family];
