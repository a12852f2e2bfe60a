import { writeFile } from "node:fs/promises";
import { readArguments } from "./arguments.ts";
import { helpText } from "./help.ts";
import { githubAnnotations } from "./report/github.ts";
import { junit } from "./report/junit.ts";
import { Progress } from "./report/progress.ts";
import { reportText } from "./report/text.ts";
import { runContract } from "./run.ts";
import { loadWaivers } from "./waivers/waivers.ts";

/** Runs the command line, and sets the exit code. */
export async function main(): Promise<void> {
  const given = await readArguments(process.argv.slice(2), process.env);
  if (given.help) {
    process.stdout.write(helpText(await loadWaivers()));
    return;
  }
  const progress = new Progress(process.stderr);
  const onResult = () => progress.add();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // A second signal ends the process at once, as usual.
    process.once(signal, () => stop.abort());
  }
  const report = await runContract({ ...given.options, onResult, signal: stop.signal });
  progress.clear();
  console.log(reportText(report, given.verbose));
  if (given.github) {
    console.log(githubAnnotations(report));
  }
  if (given.junit !== undefined) {
    await writeFile(given.junit, junit(report));
  }
  if (given.json !== undefined) {
    await writeFile(given.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  process.exitCode = report.exitCode;
}
