import type { Waiver } from "./waivers/waiver.ts";

/**
 * The text of `--help`.
 *
 * @param waivers The waivers of the register; none for the documents of `--spec`, which have no register.
 */
export function helpText(waivers: readonly Waiver[]): string {
  return `Tests whether a deployment conforms to an OpenAPI contract.

Usage: npx @chainkit/contract-tests [options]

Contract${waivers.length > 0 ? " (default: the chainkit APIs)" : ""}
  --spec <file>           OpenAPI 3.0 or 3.1 file, YAML or JSON; repeatable

Target (default: a mock of the contract, started for the run)
  --target <url>          base URL of the deployment, or <area>=<url>, once per area
  --prism                 the target is a mock: it returns examples and accepts any token
  --token <token>         bearer token that the target accepts (default: $CHAINKIT_TOKEN); where the
                          contract asks for it instead, API key, or <username>:<password>
  --header <name: value>  header sent with every request; repeatable
  --ca <file>             trusted certificates as PEM; --cert and --key: client certificate
  --insecure              accept any certificate

Values
  --known <file>          YAML or JSON: calls that must succeed on the target, by operation id

Selection
  --include <pattern>     tests to run: area, operation id, kind, name or title; * matches any text;
                          repeatable
  --exclude <pattern>     tests to skip; as above
  --strict                exit with 2 if an operation was not tested with existing values, an invariant
                          found nothing to compare, or a requirement was not tried (also --require-known)
  --fuzz <s>              duration of fuzzing with random requests (default: 0)

Limits
  --rate <n>              requests per second (default: unlimited)
  --concurrency <n>       concurrent requests (default: 8)
  --timeout <ms>          timeout per request (default: 10000)
  --deadline <s>          time limit of the run (default: 300)
  --max-retry-after <s>   longest Retry-After to wait for (default: 30)

Output
  --seed <n>              seed of the random choices (default: random; printed)
  --verbose               list every failure, operation and reason
  --junit <file>          write the results as JUnit XML
  --json <file>           write the results as JSON
  --github                print annotations for GitHub (default: in GitHub Actions)
  --help                  show this help
${waivers.length > 0 ? ofChainkit(waivers) : ""}
Exit codes: 0 no violations, 1 violations, 2 the target could not be tested.
`;
}

function ofChainkit(waivers: readonly Waiver[]): string {
  const width = Math.max(...waivers.map(({ id }) => id.length));
  const lines = waivers.map(({ id, question }) => `  ${id.padEnd(width)}  ${question}`);
  return `
The chainkit APIs
  --graph-ns <ns>         the {graph_ns} segment of the management paths
  --chain <name>          chain on which to discover values (default: all of the contract); repeatable
  --block-wait <s>        how long to wait for a new block (default: 15)
  --allow <waiver>        accept a deviation that the register allows, see below; repeatable
  Deployments that --known lists under removeSubgraph are actually removed.

Waivers for --allow, with the question of the register (spec/README.md)
${lines.join("\n")}
`;
}
