import { type AtRule, type ChildNode, parse, type Root } from "postcss";

/** Pseudo-classes with selectors of their own, of which an element need not match all. */
const NESTED = /:(?:has|is|not|where)\([^)]*\)/g;
const CLASS = /\.((?:\\.|[\w-])+)/g;

/**
 * Selects the styles that a page needs: the rules whose classes occur in it, and the custom properties and
 * fonts that those and the page read. Elements that scripts add must bring their own styles.
 *
 * @param css Style sheet.
 * @param body HTML of the page.
 * @param added Classes that scripts add to elements of the page.
 */
export function usedStyles(css: string, body: string, added: readonly string[]): string {
  const sheet = parse(css);
  sheet.walkComments((comment) => {
    comment.remove();
  });
  removeUnusedRules(sheet, new Set([...classesOf(body), ...added]));
  removeUnusedProperties(sheet, body);
  removeUnusedFonts(sheet);
  return sheet.toString();
}

function classesOf(body: string): string[] {
  const attributes = [...body.matchAll(/ class="([^"]*)"/g)];
  return attributes.flatMap(([, names = ""]) => names.split(/\s+/));
}

function removeUnusedRules(sheet: Root, classes: ReadonlySet<string>): void {
  const isUsed = (selector: string) =>
    [...selector.replaceAll(NESTED, "").matchAll(CLASS)].every(([, name = ""]) =>
      classes.has(name.replaceAll("\\", "")),
    );
  sheet.walkRules((rule) => {
    const selectors = rule.selectors.filter(isUsed);
    if (selectors.length > 0) {
      rule.selectors = selectors;
    } else {
      removeWithParent(rule);
    }
  });
}

function removeUnusedProperties(sheet: Root, body: string): void {
  const values = new Map<string, string[]>();
  const texts = [body];
  sheet.walkDecls(({ prop, value }) => {
    if (prop.startsWith("--")) {
      values.set(prop, [...(values.get(prop) ?? []), value]);
    } else {
      texts.push(value);
    }
  });
  const read = new Set<string>();
  // Grows while it is walked: properties read others.
  for (const text of texts) {
    for (const [name] of text.matchAll(/--[\w-]+/g)) {
      if (!read.has(name)) {
        read.add(name);
        texts.push(...(values.get(name) ?? []));
      }
    }
  }
  sheet.walkDecls(/^--/, (declaration) => {
    if (!read.has(declaration.prop)) {
      removeWithParent(declaration);
    }
  });
}

function removeUnusedFonts(sheet: Root): void {
  const families: string[] = [];
  sheet.walkDecls(/^(?:--|font)/, ({ parent, value }) => {
    if (parent?.type === "rule") {
      families.push(value);
    }
  });
  sheet.walkAtRules("font-face", (face) => {
    face.walkDecls("font-family", ({ value }) => {
      if (!families.some((family) => family.includes(value.replaceAll(/["']/g, "")))) {
        face.remove();
      }
    });
  });
}

/** Removes a node, and the rules around it that are then empty. */
function removeWithParent(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if (parent && parent.type !== "root" && parent.nodes?.length === 0) {
    removeWithParent(parent as ChildNode);
  }
}

/** The parts of Redoc's pages that are the site's own. */
const OWN_PARTS = ":where(.bar,.side,.foot,dialog)";

/**
 * Confines rules for elements, as opposed to classes, to the site's own parts of a Redoc page: Redoc's elements
 * have styles of their own, and expect those of browsers for the rest.
 */
export function scopedStyles(css: string): string {
  const sheet = parse(css);
  sheet.walkRules((rule) => {
    const { parent } = rule;
    if (parent?.type === "atrule" && (parent as AtRule).name === "keyframes") {
      return;
    }
    const selectors = rule.selectors.filter((selector) => selector !== "body").flatMap(scoped);
    if (selectors.length > 0) {
      rule.selectors = selectors;
    } else {
      removeWithParent(rule);
    }
  });
  return sheet.toString();
}

function scoped(selector: string): string[] {
  if (/[.#[]|:root|^html/.test(selector)) {
    return [selector];
  }
  const within = `${OWN_PARTS} ${selector}`;
  return selector === "*" ? [OWN_PARTS, within] : [within];
}
