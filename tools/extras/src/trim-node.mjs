// Runs after every install, with whichever Node runs that: the package `node` leaves the headers for
// native add-ons behind, 67 MB that nothing here compiles against. Its program is a link of its own.
import { rmSync } from "node:fs";

const leftovers = new URL("../../../node_modules/node/node_modules", import.meta.url);
rmSync(leftovers, { recursive: true, force: true });
