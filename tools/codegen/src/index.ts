export { allFollowingFiles } from "./areas.ts";
export { writeDiffering } from "./files.ts";
