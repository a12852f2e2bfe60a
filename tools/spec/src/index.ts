export { type Area, listAreas, repositoryRoot, specFolder } from "./areas.ts";
export { bundleSpec, type SpecDocument } from "./bundle.ts";
export { operationPage } from "./docs-page.ts";
export {
  listOperations,
  type SpecBody,
  type SpecOperation,
  type SpecParameter,
  type SpecResponse,
} from "./operations.ts";
export { writeBundles } from "./write-bundles.ts";
