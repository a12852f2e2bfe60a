import { type AreaTypes, areas, type ChainkitOptions } from "./generated/areas.ts";

export {
  type ApiError,
  type Coverage,
  isApiError,
  isProblem,
  type ProblemDetails,
} from "@chainkit/runtime";
export { describeCoverage } from "./describe-coverage.ts";
export type * from "./generated/areas.ts";
export { areas };

/** The clients of those areas whose required options are among `Options`. */
export type Chainkit<Options> = {
  readonly [Area in keyof AreaTypes as Options extends AreaTypes[Area]["options"]
    ? Area
    : never]: AreaTypes[Area]["client"];
};

/** Rejects options that no client has. */
type Known<Options> = Options & { [Name in Exclude<keyof Options, keyof ChainkitOptions>]: never };

/**
 * Creates the clients of all areas of one deployment.
 *
 * If a required option of an area is missing, the area has no client, neither in the type nor at run time:
 * without `token` and `graphNs`, there is no `subgraphManagement`.
 *
 * @param options Client options, shared by all clients. The token is only sent to operations that accept
 *   one.
 * @returns A client per area. Clients hold no connections and can be shared.
 * @throws InputError if an option is invalid. No request is sent before the first call.
 * @example
 * const { chainData, addressData } = createChainkit({ baseUrl: "https://api.example.com" });
 */
export function createChainkit<Options extends ChainkitOptions>(
  options: Known<Options>,
): Chainkit<Options> {
  const given = options as Readonly<Record<string, unknown>>;
  const clients: Record<string, unknown> = {};
  for (const [key, area] of Object.entries(areas)) {
    if (area.requires.every((name) => given[name] !== undefined)) {
      clients[key] = area.create(options as never);
    }
  }
  return clients as Chainkit<Options>;
}
