export { writeImageFiles } from "./image.ts";
export { completeManifest, type RootManifest, readRootManifest } from "./manifest.ts";
export { type PackedPackage, packedPackages, packPackages } from "./pack.ts";
export { listPackages, type PublishedPackage } from "./packages.ts";
