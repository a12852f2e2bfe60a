import { join } from "node:path";
import { installProject } from "@chainkit/extras";

/** Project of the other indexers, with its own dependencies, installed on first use. */
const folder = join(import.meta.dirname, "../../indexers");

/** Installs the other indexers. */
export const installIndexers = () => installProject(folder);
