/** Copies the built explorer into `dist/explorer`. */
import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const source = new URL("dist/", import.meta.resolve("@chainkit/explorer/package.json"));
const target = new URL("../dist/explorer/", import.meta.url);
await cp(fileURLToPath(source), fileURLToPath(target), { recursive: true });
