import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listAreas, specFolder } from "@chainkit/spec";
import { readArea } from "./document.ts";
import { landingPage } from "./landing.ts";
import { areaPage } from "./page.ts";

/** Where the built pages of this repository's contract are. */
export const siteFolder: string = fileURLToPath(new URL("../dist", import.meta.url));

/**
 * Builds the list of areas (index.html) and a page per area (<area>.html).
 *
 * @param folder Where the pages go; what is there is deleted.
 * @param spec A folder laid out as `spec/` is: each `<area>.yaml` in it is an area.
 */
export async function buildSite(folder = siteFolder, spec = specFolder): Promise<void> {
  const areas = await Promise.all((await listAreas(spec)).map(readArea));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.html"), landingPage(areas));
  await Promise.all(
    areas.map(async (area) => writeFile(join(folder, `${area.name}.html`), await areaPage(area))),
  );
}
