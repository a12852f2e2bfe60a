/** Queries an endpoint continuously until standard input ends; then prints the distinct responses. */
interface Body {
  readonly data?: { readonly _meta?: { readonly deployment?: string } };
}

const [, , url = "", count = "1"] = process.argv;
const seen: Record<string, number> = {};
let isRunning = true;
process.stdin.on("end", () => {
  isRunning = false;
});
process.stdin.resume();

async function call(): Promise<void> {
  while (isRunning) {
    const line = await query().catch((error: Error) => `failed ${error.message}`);
    seen[line] = (seen[line] ?? 0) + 1;
  }
}

async function query(): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"query":"{ _meta { deployment } }"}',
  });
  const body = (await response.json()) as Body;
  const version = response.headers.get("x-chainkit-version");
  const deployment = response.headers.get("x-chainkit-deployment");
  return `${response.status} ${version} ${deployment} ${body.data?._meta?.deployment}`;
}

console.log("calling");
await Promise.all(Array.from({ length: Number(count) }, call));
console.log(JSON.stringify(seen));
