import { METHODS, type OpenApiDocument } from "./document.ts";
import {
  asObject,
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  keysOf,
  pointerTo,
} from "./json.ts";
import { withMediaTypes } from "./media-types.ts";
import { findTarget, resolveWithSiblings } from "./resolve.ts";
import { withPointers } from "./schema-names.ts";
import { type Child, childrenOf, componentKindOf, type Kind } from "./walk.ts";

/** What is broken in a document, where, and how to fix it. */
interface Fault {
  /** JSON pointer. */
  readonly pointer: string;
  readonly what: string;
  readonly fix: string;
}

/** An operation that cannot be read, because something that it needs is broken. */
export interface Unreadable extends Fault {
  /** Upper case; empty if no operation of the path can be read. */
  readonly method: string;
  readonly path: string;
  /** Empty if the document states none. */
  readonly operationId: string;
}

/** A document without its unreadable operations, and those. */
interface Usable {
  readonly document: OpenApiDocument;
  readonly unreadable: readonly Unreadable[];
}

const known = new WeakMap<OpenApiDocument, Usable>();

/**
 * Leaves out the operations that need something broken, such as a reference that leads nowhere, and whatever else is
 * broken and needed by none. What is no media type is read as any, and references are JSON pointers.
 *
 * @returns The document itself if nothing is broken.
 */
export function usableDocument(document: OpenApiDocument): Usable {
  const usable = known.get(document) ?? leaveOut(withPointers(withMediaTypes(document)));
  known.set(document, usable);
  return usable;
}

function leaveOut(document: OpenApiDocument): Usable {
  const finder = new FaultFinder(document);
  const unreadable: Unreadable[] = [];
  const paths = entriesOf(document.paths).flatMap(([path, entry]): [string, unknown][] => {
    const pointer = pointerTo("#/paths", path);
    const about = { path, operationId: "" };
    const [broken] = finder.faultsOf({ node: sharedPart(entry), kind: "pathItem", pointer });
    if (broken && asObject(entry).$ref !== undefined) {
      unreadable.push({ ...about, ...broken, method: "" });
      return [];
    }
    const item: Record<string, unknown> = { ...resolveWithSiblings(document, entry) };
    for (const method of METHODS.filter((each) => isObject(item[each]))) {
      const node = asObject(item[method]);
      const at = pointerTo(pointer, method);
      const fault = broken ?? finder.faultsOf({ node, kind: "operation", pointer: at })[0];
      if (fault) {
        const operationId = String(node.operationId ?? "");
        unreadable.push({ ...about, ...fault, operationId, method: method.toUpperCase() });
        delete item[method];
      } else {
        const callbacks = finder.intact(node.callbacks, "callback", pointerTo(at, "callbacks"));
        item[method] = { ...node, callbacks };
      }
    }
    return [[path, item]];
  });
  // First as a whole: which parts of them others refer to is known only then.
  finder.faultsOf({ node: document.components, kind: "components", pointer: "#/components" });
  const components = entriesOf(document.components).map(([name, section]): [string, unknown] => {
    const kind = componentKindOf(name);
    return [name, kind ? finder.intact(section, kind, pointerTo("#/components", name)) : section];
  });
  const webhooks = finder.intact(document.webhooks, "pathItem", "#/webhooks");
  if (!finder.hasFaults) {
    return { document, unreadable };
  }
  return {
    document: {
      ...document,
      paths: Object.fromEntries(paths),
      components: Object.fromEntries(components),
      webhooks,
    },
    unreadable,
  };
}

/** A path item without its operations. */
function sharedPart(item: unknown): JsonObject {
  return Object.fromEntries(
    entriesOf(item).filter(([name]) => !METHODS.some((method) => method === name)),
  );
}

/** What is wrong within a part of a document, and which references it has. */
interface Unit {
  readonly faults: Fault[];
  readonly targets: Child[];
}

/** Finds what is broken. Parts that several refer to are read once. */
class FaultFinder {
  hasFaults = false;
  readonly #document: OpenApiDocument;
  readonly #units = new Map<string, Unit>();
  readonly #endless = new Map<string, boolean>();
  readonly #references = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Lists what is wrong within a part, and within all that it refers to. */
  faultsOf(part: Child): Fault[] {
    const seen = new Set<string>();
    const faults: Fault[] = [];
    const queue = [part];
    for (const each of queue) {
      const key = `${each.kind} ${each.pointer}`;
      if (!seen.has(key)) {
        seen.add(key);
        let unit = this.#units.get(key);
        if (!unit) {
          unit = { faults: [], targets: [] };
          this.#units.set(key, unit);
          this.#visit(each, unit);
        }
        faults.push(...unit.faults);
        queue.push(...unit.targets);
      }
    }
    this.hasFaults ||= faults.length > 0;
    return faults;
  }

  /** Copies a map of parts, without those in which something is wrong, unless other parts of them are referred to. */
  intact(map: unknown, kind: Kind, pointer: string): JsonObject {
    return Object.fromEntries(
      entriesOf(map).flatMap(([name, node]): [string, unknown][] => {
        const part = { node, kind, pointer: pointerTo(pointer, name) };
        if (name.startsWith("x-") || this.faultsOf(part).length === 0) {
          return [[name, node]];
        }
        const isPartUsed = [...this.#references].some((ref) => ref.startsWith(`${part.pointer}/`));
        return isPartUsed ? [[name, this.#withoutFaults(part)]] : [];
      }),
    );
  }

  /** Copies a part with schemas that allow anything in place of those in which something is wrong. */
  #withoutFaults(part: Child): unknown {
    const copy = structuredClone(part.node);
    const queue = [{ ...part, node: copy }];
    for (const parent of queue) {
      for (const child of childrenOf(parent.node, parent.kind, parent.pointer)) {
        const isLeaf = !isObject(child.node) || child.node.$ref !== undefined;
        if (!isLeaf) {
          queue.push(child);
        } else if (child.kind === "schema" && this.faultsOf(child).length > 0) {
          const keys = keysOf(child.pointer.slice(parent.pointer.length));
          const holder = keys
            .slice(0, -1)
            .reduce((at, key) => asObject(at[key]), asObject(parent.node));
          (holder as Record<string, unknown>)[keys.at(-1) ?? ""] = {};
        }
      }
    }
    return copy;
  }

  #visit({ node, kind, pointer }: Child, unit: Unit): void {
    if (kind === "schema" && !isObject(node) && typeof node !== "boolean") {
      unit.faults.push({ pointer, what: "is not a schema", fix: "write an object, true or false" });
    }
    const { $ref } = asObject(node);
    if (typeof $ref === "string") {
      this.#refer($ref, kind, pointer, unit);
    }
    for (const child of childrenOf(node, kind, pointer)) {
      // What a service calls is not read.
      if (child.kind !== "callback" || kind === "components") {
        this.#visit(child, unit);
      }
    }
  }

  #refer($ref: string, kind: Kind, pointer: string, unit: Unit): void {
    if (!$ref.startsWith("#")) {
      const fix = "bundle the document first: npx @redocly/cli bundle";
      unit.faults.push({ pointer, what: `external $ref ${$ref}`, fix });
      return;
    }
    if (this.#isEndless($ref)) {
      const what = `$ref ${$ref} is circular: it leads to itself, at once or by its allOf`;
      unit.faults.push({ pointer, what, fix: "remove the reference" });
      return;
    }
    this.#references.add($ref);
    const target = findTarget(this.#document, $ref);
    if (target === undefined) {
      const fix = "refer to a place in the document: #/components/schemas/Name";
      unit.faults.push({ pointer, what: `$ref ${$ref} cannot be resolved`, fix });
    } else {
      unit.targets.push({ node: target, kind, pointer: $ref });
    }
  }

  /** Whether a reference leads to itself by references and `allOf` alone. */
  #isEndless($ref: string): boolean {
    const isKnown = this.#endless.get($ref);
    if (isKnown !== undefined) {
      return isKnown;
    }
    // If it is met again while it is looked at, it is.
    this.#endless.set($ref, true);
    const target = asObject(findTarget(this.#document, $ref));
    const isEndless = [target, ...itemsOf(target.allOf).map(asObject)].some(
      (each) => typeof each.$ref === "string" && this.#isEndless(each.$ref),
    );
    this.#endless.set($ref, isEndless);
    return isEndless;
  }
}
