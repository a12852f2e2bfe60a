/** Puts the contract into the package, in `dist/specs`. */
import { fileURLToPath } from "node:url";
import { writeBundles } from "@chainkit/spec";

await writeBundles(fileURLToPath(new URL("../dist/specs/", import.meta.url)));
