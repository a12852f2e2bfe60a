export { type Area, listAreas, repositoryRoot, specFolder } from "./areas.ts";
export { bundleSpec } from "./bundle.ts";
export { operationPage } from "./docs-page.ts";
export { type ProblemType, problemsFile, readProblems } from "./problems.ts";
export { folderOf, GuardedResolver } from "./reference-guard.ts";
export { writeBundles } from "./write-bundles.ts";
