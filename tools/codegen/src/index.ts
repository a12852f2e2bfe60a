export { allFollowingFiles } from "./areas.ts";
export { readIfThere, writeDiffering } from "./files.ts";
