import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { availableParallelism, freemem, totalmem } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { getHeapSpaceStatistics, getHeapStatistics, startCpuProfile } from "node:v8";
import { gzip } from "node:zlib";
import { packTar } from "modern-tar";
import type { Profiling } from "../ingest/thread.ts";
import type { Deployment } from "./deployment.ts";
import type { ServiceProcess } from "./start.ts";
import { readVersion } from "./version.ts";

/** Duration of the profiles. */
const PROFILE_MS = 5_000;

/**
 * Writes an archive that shows what a running process does, without secrets: profiles of all threads, memory, the
 * state of each chain, metrics, settings and slow statements. A heap snapshot is not in it, because it would contain
 * the URLs of nodes.
 *
 * @param settings Settings, without secrets.
 * @param folder Where to write it.
 * @returns Path of the archive, which only its owner can read.
 */
export async function writeDiagnosis(
  service: Pick<ServiceProcess, "readiness" | "metrics" | "startProfiles">,
  deployment: Pick<Deployment, "slowStatements">,
  settings: object,
  folder: string,
): Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const cpu = process.cpuUsage();
  const threads = new Map([["main", await profileThread()], ...(await service.startProfiles())]);
  const statements = deployment.slowStatements?.().catch(({ message }: Error) => message);
  await wait(PROFILE_MS);
  delay.disable();
  const files: Record<string, string> = {};
  for (const [thread, profiling] of threads) {
    const profiles = await profiling.stop();
    files[`cpu-${thread}.cpuprofile`] = profiles.cpu;
    files[`heap-${thread}.heapprofile`] = profiles.heap;
  }
  files["process.json"] = json({
    version: readVersion(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: availableParallelism(),
    machineMemory: { total: totalmem(), free: freemem() },
    uptimeSeconds: process.uptime(),
    memory: process.memoryUsage(),
    heap: { ...getHeapStatistics(), spaces: getHeapSpaceStatistics() },
    cpuMicroseconds: process.cpuUsage(cpu),
    eventLoopDelayMs: { p50: delay.percentile(50) / 1e6, max: delay.max / 1e6 },
  });
  files["chains.json"] = json(await service.readiness());
  files["metrics.txt"] = await service.metrics.metrics();
  files["settings.json"] = json(settings);
  if (statements) {
    files["statements.json"] = json(await statements);
  }
  const name = `chainkit-diagnosis-${new Date().toISOString().replaceAll(/[^\dT]/g, "")}.tar.gz`;
  const file = join(folder, name);
  // Not to replace a file, or follow a link, in a folder that others can write.
  await writeFile(file, await packed(files), { mode: 0o600, flag: "wx" });
  return file;
}

/** Starts profiles of the thread that calls. */
async function profileThread(): Promise<Profiling> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling");
  const cpu = startCpuProfile();
  return {
    async stop() {
      const profile = String(cpu.stop());
      const { profile: heap } = await session.post("HeapProfiler.stopSampling");
      session.disconnect();
      return { cpu: profile, heap: JSON.stringify(heap) };
    },
  };
}

async function packed(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, text]) => {
    const body = Buffer.from(text);
    return { header: { name, size: body.length, type: "file" } as const, body };
  });
  return promisify(gzip)(await packTar(entries));
}

function json(value: object | string): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
