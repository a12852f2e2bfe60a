export { type Area, listAreas, registerFile, repositoryRoot, specFolder } from "./areas.ts";
export { bundleSpec } from "./bundle.ts";
export { operationPage } from "./docs-page.ts";
export { problemsFile, readProblems } from "./problems.ts";
export type { SourceCache } from "./reference-guard.ts";
export {
  checkRegister,
  type Question,
  type RegisteredWaiver,
  readRegister,
  registerText,
  withRegister,
} from "./register.ts";
export { writeBundles } from "./write-bundles.ts";
