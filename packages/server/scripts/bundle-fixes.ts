/** Puts the messages of the guide Troubleshooting, with what to do, into the package: `dist/fixes.json`. */
import { readFile, writeFile } from "node:fs/promises";

const guide = new URL("../../docs/guides/troubleshooting.md", import.meta.url);
const rows = (await readFile(guide, "utf8")).matchAll(/^\| (`.+?`) +\| (.+?) +\|$/gm);
const fixes = [...rows].flatMap(([, messages = "", fix = ""]) => {
  // A terminal shows no links.
  const text = fix.replaceAll(/\[(.+?)\]\(.+?\)/g, "$1").replaceAll("`", "");
  return [...messages.matchAll(/`(.+?)`/g)].map(([, message]) => ({ message, fix: text }));
});
await writeFile(new URL("../dist/fixes.json", import.meta.url), `${JSON.stringify(fixes)}\n`);
