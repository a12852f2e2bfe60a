/**
 * The command line of the service, which waits after it is loaded until the parent sends a message:
 * loading takes longest, and the former process serves meanwhile.
 */
import { once } from "node:events";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repositoryRoot } from "@chainkit/spec";

enableCompileCache();
// It does not outlive its parent, however that ends.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
const load = (module: string) =>
  import(pathToFileURL(join(repositoryRoot, "packages/server/src", module)).href);
const { createProgram } = await load("cli/program.ts");
// The command loads these when it serves, which would be too late to keep the former process.
await Promise.all([load("service/start.ts"), load("service/chains.ts")]);
process.send?.("loaded");
await once(process, "message");
// Nor does the connection keep it alive once it has stopped.
process.channel?.unref();
await createProgram()
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
