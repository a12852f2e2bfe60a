/** Metrics of a service at one point in time. */
export interface Metrics {
  /** Sum of a metric over all labels; 0 if it does not exist. */
  sum(name: string): number;
}

/** Reads `/metrics`. */
export async function readMetrics(url: string): Promise<Metrics> {
  const response = await fetch(`${url}/metrics`);
  const values = new Map<string, number>();
  for (const line of (await response.text()).split("\n")) {
    const [, name = "", value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    values.set(name, (values.get(name) ?? 0) + Number(value));
  }
  return { sum: (name) => values.get(name) ?? 0 };
}
