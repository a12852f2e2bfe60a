import type { OpenApiDocument } from "./document.ts";
import { isObject } from "./json.ts";
import { childrenOf, type Kind } from "./walk.ts";

const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;.*)?$/;

/**
 * Reads a content whose key is no media type, such as `gzip`, as any type; where others are stated, only they are
 * read, as no header can name it.
 *
 * @returns The document itself if all are media types.
 */
export function withMediaTypes(document: OpenApiDocument): OpenApiDocument {
  const isRight = contentsOf(document).every((content) => Object.keys(content).every(isMediaType));
  if (isRight) {
    return document;
  }
  const copy = structuredClone(document);
  for (const content of contentsOf(copy)) {
    const [first, ...others] = Object.keys(content).filter((key) => !isMediaType(key));
    if (first !== undefined && Object.keys(content).length === others.length + 1) {
      content["*/*"] = content[first];
    }
    for (const key of [first, ...others].filter((each) => each !== undefined)) {
      delete content[key];
    }
  }
  return copy;
}

function isMediaType(key: string): boolean {
  return MEDIA_TYPE.test(key) || key.startsWith("x-");
}

/** All `content` of a document. */
function contentsOf(node: unknown, kind: Kind = "document"): Record<string, unknown>[] {
  return childrenOf(node, kind, "").flatMap((child) => {
    if (child.kind === "schema" || !isObject(child.node)) {
      return [];
    }
    const { content } = child.node;
    return [...(isObject(content) ? [content] : []), ...contentsOf(child.node, child.kind)];
  });
}
