export { readSamples, type Sample } from "./samples/samples.ts";
export {
  checkPort,
  type DocsDefaults,
  type DocsServer,
  type Forward,
  type ServeOptions,
  serveDocs,
  serveFolder,
} from "./serve.ts";
export { type RebuildableDocs, rebuildableDocs } from "./watch.ts";
export { watchFolders } from "./watch-folders.ts";
