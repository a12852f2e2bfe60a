import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { sendWithoutEnd } from "../../server/test/support/serve.ts";
import { type Deployment, json, SETTINGS, shareAgent, TOKEN, textOf } from "./support.ts";

const block = { name: "getBlock", arguments: { chain_name: "ethereum", block_number: "1" } };
const lines: string[] = [];
const logger = {
  warn: (line: string) => lines.push(line),
  error: (line: string) => lines.push(line),
};

const agent = shareAgent({ settings: SETTINGS, allowWrites: true, logger });

const call = async (tool: { name: string; arguments: Record<string, unknown> } = block) => {
  const result = await agent.client.callTool(tool);
  expect(result.isError).toBe(true);
  return textOf(result);
};
const withArguments = (own: object) =>
  call({ ...block, arguments: { ...block.arguments, ...own } });

/** Arguments that are refused before anything is sent. */
const ARGUMENTS = [
  { chain_name: "eth" },
  { chain_name: undefined },
  { block_number: true },
  { block_number: "x".repeat(100) },
  { block_number: null },
  { chain: "ethereum" },
  { chain: null },
  { full: "yes" },
];

const problem = (status: number, own: object = {}) =>
  json(status, { type: "about:blank", title: "Title", status, detail: "Detail.", ...own });
const large = { parameter: "block_number", reason: "is too large" };

/** What the service responds with, by what it shows. */
const RESPONSES: Readonly<Record<string, Deployment["respond"]>> = {
  "a 400": problem(400, { errors: [large] }),
  "a detail that joins the reasons": problem(400, {
    detail: "is too large; is unknown.",
    errors: [large, { parameter: "chain_name", reason: "is unknown" }],
  }),
  "a detail that has the entry": problem(400, {
    detail: "block_number is too large: the chain has 5 blocks.",
    errors: [large],
  }),
  "errors of another form": problem(400, {
    errors: ["is odd", null, 5, { message: "is bad" }, { parameter: "x" }],
  }),
  "a 401": problem(401),
  "a redirect": json(301, undefined, { location: "https://moved.example.com/v2" }),
  "no JSON": json(200, undefined),
  "a page": (_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>"),
  "a body of another type": json(200, "x"),
};

it("the catalogue of failures: arguments, and what the service responds with", async () => {
  const told: string[] = [];
  for (const own of ARGUMENTS) {
    const before = agent.deployment.requests.length;
    told.push(`${inspect(own)}: ${await withArguments(own)}`);
    expect(agent.deployment.requests.length).toBe(before);
  }
  const listing = {
    name: "getErc20Balances",
    arguments: { chainName: "..", walletAddress: "0x1" },
  };
  told.push(`of the client's own rules: ${await call(listing)}`);
  for (const [what, respond] of Object.entries(RESPONSES)) {
    agent.deployment.respond = respond;
    const said = await call();
    expect(lines.at(-1)).toBe(said);
    told.push(`${what}: ${said}`);
  }
  const shown = told.join("\n\n").replaceAll(agent.deployment.url, "http://service.test");
  await expect(`${shown}\n`).toMatchFileSnapshot("catalogue/failures.txt");
});

it.each([
  [
    "a connection that is closed",
    (request: { socket: { destroy(): void } }) => request.socket.destroy(),
    /^createTag: no response: .*\. The change may have been made all the same/,
  ],
  [
    "another body",
    json(200, { code: "x" }),
    /^createTag: the change has been made; do not call again\. But the response breaks the contract/,
  ],
] as const)(
  "a failure of the service after a write, with %s, does not propose to repeat it",
  async (_, respond, text) => {
    agent.deployment.respond = respond as Deployment["respond"];
    const tag = { subgraph_name: "a", version: "1", tag: "t" };
    const said = await call({ name: "createTag", arguments: tag });
    expect(said).toMatch(text);
    expect(said).not.toMatch(/call(ing)? again later/i);
  },
);

describe("the token", () => {
  const echoes = {
    "a success": json(200, { block: { hash: "0x", note: TOKEN, [TOKEN]: [`Bearer ${TOKEN}`] } }),
    "a problem": json(400, {
      detail: `bad ${TOKEN}`,
      errors: [{ parameter: TOKEN, reason: TOKEN }],
    }),
    "an envelope": json(200, { code: 0, data: {}, msg: TOKEN }),
    "a header": json(500, {}, { "x-request-id": TOKEN }),
    "a redirect": json(
      302,
      {},
      { location: `https://example.com/?a=${encodeURIComponent(TOKEN)}` },
    ),
    "a text that is cut": json(400, { detail: `${"x".repeat(490)} ${TOKEN}` }),
    "no JSON, cut": ((_, response) =>
      response.end(`<p>${"x".repeat(40)} ${TOKEN}</p>`)) as Deployment["respond"],
  };
  const recognisable = [
    TOKEN.slice(0, 8),
    TOKEN.slice(-8),
    "9d81c0a7",
    Buffer.from(TOKEN).toString("base64").slice(2, 12),
  ];

  it.each(Object.entries(echoes))(
    "is not in a result or log if %s repeats it",
    async (_, respond) => {
      agent.deployment.respond = respond;
      lines.length = 0;
      const tag = { subgraph_name: "a", version: "1" };
      for (const tool of [block, { name: "queryTag", arguments: tag }]) {
        const result = await agent.client.callTool(tool);
        expect(agent.deployment.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
        const shown = JSON.stringify([result, lines]);
        expect(shown).not.toBe("");
        for (const part of recognisable) {
          expect(shown).not.toContain(part);
        }
      }
    },
  );

  it("is not repeated from the arguments", async () => {
    expect(await withArguments({ chain_name: TOKEN })).toContain('received "[redacted]"');
  });
});

it.each([
  { name: "of a success", status: 200, headers: { "content-type": "application/json" } },
  { name: "of an error", status: 400, headers: { "content-type": "application/json" } },
  { name: "without a type", status: 200, headers: {} },
  { name: "of events", status: 200, headers: { "content-type": "text/event-stream" } },
])("a body without an end, $name, is left after 16 MiB", async ({ status, headers }) => {
  let sent = () => 0;
  agent.deployment.respond = (_, response) => {
    response.writeHead(status, headers);
    sent = sendWithoutEnd(response);
  };
  expect(await call()).toContain("a body of more than 16777216 bytes");
  expect(sent()).toBeLessThan(64);
});
