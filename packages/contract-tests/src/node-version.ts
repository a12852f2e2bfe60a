// Imported before all else: what follows cannot be loaded by older releases, and would say so in its
// own words.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`chainkit-contract: requires Node 22.15 or later; this is ${process.version}`);
  process.exit(2);
}
