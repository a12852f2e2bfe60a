import { tmpdir } from "node:os";
import type { Deployment } from "../service/deployment.ts";
import { writeDiagnosis } from "../service/diagnosis.ts";
import type { ServiceProcess } from "../service/start.ts";

/** Writes a diagnosis of the process into the temporary folder on each SIGUSR2, one at a time. */
export function diagnoseOnSignal(
  service: ServiceProcess,
  deployment: Deployment,
  settings: object,
): void {
  let isRunning = false;
  process.on("SIGUSR2", async () => {
    if (isRunning) {
      return;
    }
    isRunning = true;
    try {
      const file = await writeDiagnosis(service, deployment, settings, tmpdir());
      service.log.warn({ file }, "diagnosis written");
    } catch (error) {
      service.log.error({ reason: (error as Error).message }, "diagnosis failed");
    } finally {
      isRunning = false;
    }
  });
}
