import autocannon from "autocannon";

/** Request; a GET if it has no body. */
export interface Request {
  readonly path: string;
  readonly body?: string;
}

/** Result of a load test. */
export interface Load {
  readonly perSecond: number;
  /** Latencies in milliseconds, ascending. */
  readonly latencies: readonly number[];
}

/** Number of connections, typical for a service behind a proxy. */
const CONNECTIONS = 32;
const TICK_MS = 50;
/** Seconds of the longest measurement that is repeated because nothing has responded. */
const LONGEST = 10;

/**
 * Sends requests in a closed loop; each connection repeats its own part of them.
 *
 * @throws Error if a response is not 200.
 */
export async function saturate(
  url: string,
  requests: readonly Request[],
  seconds: number,
): Promise<Load> {
  const latencies: number[] = [];
  let client = 0;
  const options: autocannon.Options = {
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: TICK_MS,
    setupClient(connection) {
      const start = client++;
      const own = requests.filter((_, at) => at % CONNECTIONS === start % CONNECTIONS);
      connection.setRequests((own.length > 0 ? own : requests).map(toRequest));
    },
  };
  const from = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    load.on("response", (_client, _status, _bytes, millis) => latencies.push(millis));
  });
  const elapsed = (performance.now() - from) / 1000;
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed === 0 && latencies.length === 0 && seconds < LONGEST) {
    // On a busy machine, the time was over before the first response.
    return saturate(url, requests, seconds * 4);
  }
  if (failed > 0 || latencies.length === 0) {
    throw new Error(`${failed} of ${latencies.length + failed} requests to ${url} failed`);
  }
  return { perSecond: latencies.length / elapsed, latencies: latencies.sort((a, b) => a - b) };
}

function toRequest({ path, body }: Request): autocannon.Request {
  if (body === undefined) {
    return { method: "GET", path };
  }
  return { method: "POST", path, body, headers: { "content-type": "application/json" } };
}
