import { loadPeer, writePeer } from "./bundle.ts";
import { generatePeers } from "./generate.ts";
import { type Connected, type Connection, peers } from "./peers.ts";

type Connect = (connection: Connection) => Connected;
type Answer = (number: number, url: string, init: RequestInit) => Promise<Response>;

/** Enough for three attempts that time out, with the pauses between them. */
const GIVE_UP_MS = 12_000;

const json = (body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { "content-type": "application/json", ...init.headers } });
const page = (cursor: string | null) => `{"cursor":${JSON.stringify(cursor)},"transactions":[{}]}`;

/** Runs a peer against scripted responses. Returns its requests and the outcome. */
async function observe(
  connect: Connect,
  answer: Answer,
  work: (client: Connected) => Promise<unknown>,
) {
  const urls: string[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    urls.push(url);
    const { signal = input instanceof Request ? input.signal : null } = init;
    return answer(urls.length, url, { ...init, signal });
  };
  const start = performance.now();
  const client = connect({ baseUrl: "http://localhost", fetch, timeoutMs: 1_000 });
  // A peer that does not finish is stopped.
  const patience = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("gave up")), GIVE_UP_MS).unref();
  });
  const error = await Promise.race([work(client), patience]).then(
    () => undefined,
    (caught) => caught ?? new Error("an empty error"),
  );
  return { urls, error, ms: performance.now() - start };
}

const one = (client: Connected) => client.page();

/** Features of a client, each determined by running it. */
const features: Record<string, (connect: Connect) => Promise<boolean>> = {
  "retries a read after a 503": async (connect) => {
    const answer: Answer = async (n) => (n > 1 ? json(page(null)) : json("{}", { status: 503 }));
    const { urls, error } = await observe(connect, answer, one);
    return urls.length === 2 && !error;
  },
  "respects Retry-After": async (connect) => {
    const headers = { "retry-after": "1" };
    const answer: Answer = async (n) =>
      n > 1 ? json(page(null)) : json("{}", { status: 429, headers });
    const { ms, error } = await observe(connect, answer, one);
    return !error && ms >= 990;
  },
  "fails at once on a Retry-After of an hour": async (connect) => {
    const headers = { "retry-after": "3600" };
    const answer: Answer = async () => json("{}", { status: 429, headers });
    const { error } = await observe(connect, answer, one);
    return Boolean(error) && error.message !== "gave up";
  },
  "times out on a body that never arrives": async (connect) => {
    const answer: Answer = async (_, __, { signal }) => {
      const body = new ReadableStream({
        start: (controller) =>
          signal?.addEventListener("abort", () => controller.error(signal.reason)),
      });
      return new Response(body);
    };
    const { error } = await observe(connect, answer, one);
    return Boolean(error) && error.message !== "gave up";
  },
  "stops on a repeated cursor": async (connect) => {
    const answer: Answer = async (n) => {
      if (n > 20) {
        throw new Error("gave up");
      }
      return json(page("again"));
    };
    const { urls } = await observe(connect, answer, (client) => client.count());
    return urls.length < 5;
  },
  "keeps a path parameter `..` out of the URL": async (connect) => {
    const answer: Answer = async () => json(page(null));
    const { urls } = await observe(connect, answer, async (client) => client.page(undefined, ".."));
    return urls.every((url) => new URL(url).pathname.includes("/address/"));
  },
  "refuses an integer that JavaScript would round": async (connect) => {
    const answer: Answer = async () => json('{"cursor":null,"transactions":[9007199254740993]}');
    return Boolean((await observe(connect, answer, one)).error);
  },
  "reports an empty 500 as a failure": async (connect) => {
    const answer: Answer = async () => new Response(null, { status: 500 });
    return Boolean((await observe(connect, answer, one)).error);
  },
  "reports an HTML page with status 200": async (connect) => {
    const headers = { "content-type": "text/html" };
    const answer: Answer = async () => new Response("<html>", { headers });
    const { error } = await observe(connect, answer, one);
    const status = error?.status ?? error?.response?.status;
    return status === 200;
  },
  "names the operation in an error": async (connect) => {
    const answer: Answer = async () => json("{}", { status: 404 });
    const { error } = await observe(connect, answer, one);
    return /getAddressTransactions/.test(JSON.stringify({ ...error, message: error?.message }));
  },
};

/** Tests every feature with every peer: rows are features, columns are peers. */
export async function featureTable(): Promise<string> {
  await generatePeers();
  const connects = await Promise.all(peers.map(async (peer) => loadPeer(await writePeer(peer))));
  const tried = Object.entries(features).map(async ([name, probe]) => [
    name,
    ...(await Promise.all(connects.map(async (connect) => ((await probe(connect)) ? "yes" : "–")))),
  ]);
  const paging = ["paginates automatically", ...peers.map(({ pages }) => (pages ? "yes" : "–"))];
  const head = ["", ...peers.map(({ name }) => name)];
  return [head, head.map(() => "---"), paging, ...(await Promise.all(tried))]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}
