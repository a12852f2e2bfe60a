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
const end = () => process.exit(1);
process.once("disconnect", end);
const program = join(repositoryRoot, "packages/server/src/cli/program.ts");
const { createProgram } = await import(pathToFileURL(program).href);
await once(process, "message");
process.off("disconnect", end);
process.disconnect();
await createProgram()
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
