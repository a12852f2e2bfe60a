/**
 * Takes pictures of every page in light, dark and on a phone, with every kind of data:
 * `node --conditions=@chainkit/source test/pictures.ts <folder> [scene …]`.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openPage, startBrowser } from "../../docs/test/browser.ts";
import { NOW, PAGES, SCENES } from "./scenes.ts";
import { startSite } from "./site.ts";

const LOOKS = {
  light: { colorScheme: "light", width: 1280 },
  dark: { colorScheme: "dark", width: 1280 },
  phone: { colorScheme: "light", width: 390 },
} as const;
const SETTLED_MS = 1_200;
const OUTAGE_MS = 5_000;

const [folder = "pictures", ...scenes] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const [site, browser] = await Promise.all([startSite(), startBrowser()]);
for (const [look, reader] of Object.entries(LOOKS)) {
  const { page } = await openPage(browser, { ...reader, origin: site.origin });
  await page.clock.setFixedTime(NOW);
  // Fonts that come late are used from the next page on.
  await page.goto(site.url);
  for (const [scene, override] of Object.entries(SCENES)) {
    if (scenes.length > 0 && !scenes.includes(scene)) {
      continue;
    }
    for (const [name, path] of Object.entries(PAGES)) {
      const isOutage = scene === "outage";
      // Home was loaded before the outage, the other pages are opened during it.
      site.override(isOutage && name === "home" ? SCENES.honest : override);
      await page.goto("about:blank");
      await page.goto(site.url + path);
      await page.waitForTimeout(SETTLED_MS);
      if (isOutage) {
        site.override(override);
        await page.waitForTimeout(OUTAGE_MS);
      }
      await page.screenshot({ path: join(folder, `${name}-${scene}-${look}.png`) });
    }
  }
  await page.context().close();
}
await browser.close();
await site.close();
