import { expect, test } from "vitest";
import { openPage, useBrowser } from "../../docs/test/browser.ts";
import { sampled } from "../../server/test/support/thorough.ts";
import { useSite } from "./site.ts";
import { extremes, HASH, KINDS } from "./values.ts";

/** Of these and of the kinds of values every second one is tried; each night all. */
const WIDTHS = sampled([320, 390, 768, 1280, 1600], 2);
const PATHS = [
  "#/",
  "#/ethereum/block/17686112",
  `#/ethereum/tx/${HASH}`,
  "#/ethereum/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
  "#/ethereum/nft/0xed5af388653567af2f388e6224dc7c4b3241c544/4242",
];

const site = await useSite();
const { page, complaints } = await openPage(await useBrowser(), { origin: site.origin });

/**
 * Finds texts that reach out of the box that clips them, elements wider than their box, and texts that were shortened
 * without the whole at hand: as a tooltip, behind a button or where a link leads.
 */
function findCut(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    faults.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
  }
  // As wide as a desktop, where nothing has to be scrolled aside.
  const WIDE = 1280;
  const isScrolled = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  for (const element of document.querySelectorAll("main *, header *")) {
    const { clientWidth, scrollWidth } = element;
    const isIgnored = element.closest("svg, .hidden, select, thead") || isScrolled(element);
    if (innerWidth >= WIDE && isScrolled(element) && scrollWidth > clientWidth) {
      faults.push(`ends out of view: ${element.outerHTML.slice(0, 120)}`);
    }
    if (!isIgnored && element.textContent && clientWidth > 0 && scrollWidth > clientWidth + 1) {
      faults.push(`${scrollWidth - clientWidth} px too wide: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const own = text.parentElement;
    if (!own || !text.nodeValue?.trim() || own.closest("svg, .hidden, select, noscript, thead")) {
      continue;
    }
    let clip: Element = own;
    while (clip !== root && getComputedStyle(clip).overflowX === "visible") {
      clip = clip.parentElement ?? root;
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    const [box, frame] = [range.getBoundingClientRect(), clip.getBoundingClientRect()];
    const isOut = box.left < frame.left - 1 || box.right > frame.right + 1;
    if (box.width > 0 && isOut && !isScrolled(clip)) {
      faults.push(`out of its frame: ${text.nodeValue.slice(0, 60)}`);
    }
    for (const { 0: digits, index } of text.nodeValue.matchAll(
      /\d{1,3}(?=,\d{3})|(?<=\d,)\d{3}/g,
    )) {
      range.setStart(text, index);
      range.setEnd(text, index + digits.length);
      if (range.getClientRects().length > 1) {
        faults.push(`broken within a thousand: ${text.nodeValue.slice(0, 60)}`);
      }
    }
    const isWhole = own.closest("[title], a") ?? own.parentElement?.querySelector("button.all");
    if (text.nodeValue.includes("…") && own.closest("main") && !isWhole) {
      faults.push(`the whole is nowhere: ${text.nodeValue.slice(0, 60)}`);
    }
    if (/^[\d,.]+…/.test(text.nodeValue) && !own.parentElement?.querySelector("button.all")) {
      faults.push(`reads as a smaller number: ${text.nodeValue.slice(0, 60)}`);
    }
  }
  return faults;
}

test.each(sampled(KINDS, 2))(
  "the values of every field, %s, are shown whole at any width",
  async (kind) => {
    site.override(extremes(kind));
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const path of PATHS) {
      await page.goto("about:blank");
      await page.goto(site.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.locator(".loading").count()).toBe(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect([path, width, await page.evaluate(findCut)]).toEqual([path, width, []]);
      }
    }
    expect(complaints).toEqual([]);
  },
);
