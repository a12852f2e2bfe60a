#!/usr/bin/env node

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`chainkit-contract: requires Node 22.15 or later; this is ${process.version}`);
  process.exit(2);
}

// Loaded late: older releases cannot load it, and would say so in their own words.
const { main } = await import("./main.ts");
main().catch((error: Error) => {
  console.error(`chainkit-contract: ${error.message}`);
  process.exitCode = 2;
});
