export { writeImageFiles } from "./image.ts";
export { completeManifest, type RootManifest, readRootManifest } from "./manifest.ts";
export { type PackedPackage, packedPackages } from "./pack.ts";
export { listPackages } from "./packages.ts";
