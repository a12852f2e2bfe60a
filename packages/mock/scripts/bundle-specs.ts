/** Bundles the specs of all areas into `dist/specs`. */
import { fileURLToPath } from "node:url";
import { writeBundles } from "@chainkit/spec";

await writeBundles(fileURLToPath(new URL("../dist/specs/", import.meta.url)));
