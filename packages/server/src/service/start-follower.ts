import { Registry } from "prom-client";
import type { HttpSettings } from "../config/options.ts";
import type { Readiness } from "../http/probes.ts";
import { closeReaders, followChains, type ServedChain } from "./chains.ts";
import { createDiscoveries, writeDiscovery } from "./discoveries.ts";
import { startProbes } from "./http-service.ts";
import type { ServiceProcess } from "./start.ts";

/**
 * Follows chains until stopped. Over HTTP only the probes are served.
 *
 * @throws Error if the port is in use.
 */
export async function startFollower(
  settings: HttpSettings,
  chains: readonly ServedChain[],
): Promise<ServiceProcess> {
  const metrics = new Registry();
  let readiness = async (): Promise<Readiness> => ({ ready: false, chains: {} });
  const http = await startProbes(settings, { metrics, readiness: () => readiness() });
  const followed = followChains(chains, settings.readyLag, http.log, metrics);
  readiness = followed.readiness;
  const discoveries = settings.discover
    ? createDiscoveries(chains, followed.writes, (event) => writeDiscovery(http.log, event))
    : undefined;
  return {
    url: http.url,
    log: http.log,
    metrics,
    readiness: followed.readiness,
    startProfiles: followed.startProfiles,
    async stop() {
      await Promise.all([http.close(), followed.stop(), discoveries?.stop()]);
      await closeReaders(chains);
    },
  };
}
