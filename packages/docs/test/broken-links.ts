import { dirname, join, normalize } from "node:path";

/** What a page refers to. */
function references(html: string): string[] {
  const markup = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, (script) =>
    script.slice(0, 200),
  );
  return [...markup.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address);
}

/** The links of the pages of a site that lead to none of its files, each with the page that has it. */
export function brokenLinks(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, html]) => {
    if (!path.endsWith(".html")) {
      return [];
    }
    return references(html)
      .filter((address) => !/^(https?:|data:)/.test(address))
      .filter((address) => isBroken(files, path, address))
      .map((address) => `${path}: ${address}`);
  });
}

/** Whether an address on a page leads to no file of the site, or to an anchor that the file lacks. */
export function isBroken(
  files: ReadonlyMap<string, string>,
  from: string,
  address: string,
): boolean {
  const [file = "", anchor = ""] = address.split("#");
  const target = file === "" ? from : normalize(join(dirname(from), decodeURIComponent(file)));
  const html = files.get(target);
  if (html === undefined || address.startsWith("/")) {
    return true;
  }
  return anchor !== "" && !html.includes(`id="${anchor}"`);
}
