import type { OpenApiDocument } from "./document.ts";
import type { JsonObject } from "./json.ts";
import { findTarget } from "./resolve.ts";
import { visitSchemas } from "./walk.ts";

/** A schema with an `$id`, from which the references within it start. */
interface Resource {
  readonly id: string;
  readonly pointer: string;
}

/** The names of the schemas of a document. */
interface Names {
  /** Pointers by `$anchor` (`#name`) and `$id`. */
  readonly pointers: ReadonlyMap<string, string>;
  /** Inner ones after those around them. */
  readonly resources: readonly Resource[];
}

/**
 * Replaces references to schemas by their names, `$anchor` and `$id`, by JSON pointers, which is all that anything
 * else reads. A pointer that leads somewhere is one of the document, also within a schema that has an `$id`, because
 * generators write it so; it is of that schema (JSON Schema 2020-12, 8.2) if it leads nowhere else.
 *
 * @returns The document itself if no schema has a name.
 */
export function withPointers(document: OpenApiDocument): OpenApiDocument {
  const names = namesOf(document);
  if (names.pointers.size === 0) {
    return document;
  }
  const copy = structuredClone(document);
  visitSchemas(copy, (schema: Record<string, unknown>, pointer) => {
    if (typeof schema.$ref === "string") {
      schema.$ref = pointerOf(document, names, schema.$ref, pointer);
    }
  });
  return copy;
}

function namesOf(document: JsonObject): Names {
  const pointers = new Map<string, string>();
  const resources: Resource[] = [];
  visitSchemas(document, ({ $anchor, $id }, pointer) => {
    if (typeof $anchor === "string") {
      pointers.set(`#${$anchor}`, pointer);
    }
    if (typeof $id === "string") {
      const id = absolute($id, baseOf(resources, pointer)?.id);
      pointers.set(id, pointer);
      resources.push({ id, pointer });
    }
  });
  return { pointers, resources };
}

function pointerOf(
  document: JsonObject,
  { pointers, resources }: Names,
  ref: string,
  pointer: string,
): string {
  const base = baseOf(resources, pointer);
  const [name = "", fragment = ""] = ref.split("#");
  const target = name === "" ? base?.pointer : pointers.get(absolute(name, base?.id));
  if (fragment !== "" && !fragment.startsWith("/")) {
    return pointers.get(`#${fragment}`) ?? ref;
  }
  const isOfDocument = name === "" && fragment !== "" && findTarget(document, ref) !== undefined;
  return target === undefined || isOfDocument ? ref : target + fragment;
}

/** The innermost schema with an `$id` around a place. */
function baseOf(resources: readonly Resource[], pointer: string): Resource | undefined {
  return resources.filter((each) => `${pointer}/`.startsWith(`${each.pointer}/`)).at(-1);
}

/** An address, or a name as it is: some generators name schemas by plain words. */
function absolute(name: string, base: string | undefined): string {
  return URL.canParse(name, base) ? new URL(name, base).href : name;
}
