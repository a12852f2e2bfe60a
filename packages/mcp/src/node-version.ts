// Imported before all else: what follows may not work on older releases, which say so in their own words.
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`chainkit-mcp: requires Node 20 or later; this is ${process.version}`);
  process.exit(1);
}
