// Replacement for curl where it is not installed, with the options that the documentation uses.
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true, default: [] },
    data: { type: "string", short: "d" },
  },
});
const headers = values.header.map((line): [string, string] => {
  const [name = "", value = ""] = line.split(/: (.*)/s);
  return [name, value];
});
const method = values.request ?? (values.data === undefined ? "GET" : "POST");
const body = values.data ?? null;
const response = await fetch(positionals[0] ?? "", { method, headers, body });
process.stdout.write(await response.text());
