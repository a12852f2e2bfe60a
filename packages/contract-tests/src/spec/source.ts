import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { keysOf } from "@chainkit/openapi";
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Location } from "../judge/finding.ts";

/** Returns a location in the hand-written files. */
type Source = (keys: readonly string[], behind: boolean, key?: string) => Location | undefined;

/** A parsed file. */
interface File {
  readonly path: string;
  readonly root: unknown;
  readonly lines: LineCounter;
}

/** A node in a file, and the offset of its key. */
interface Position {
  readonly file: File;
  readonly node: unknown;
  readonly offset: number;
}

/**
 * Reads the files of a spec with line numbers, on first use.
 *
 * @param rootFile Path of the root file, YAML or JSON. Locations are relative to the parent of its folder.
 */
export function createSource(rootFile: string): Source {
  const files = new Map<string, File>();
  const base = dirname(dirname(resolve(rootFile)));

  function open(path: string): Position {
    let file = files.get(path);
    if (!file) {
      const lines = new LineCounter();
      const { contents } = parseDocument(readFileSync(path, "utf8"), { lineCounter: lines });
      file = { path, lines, root: contents };
      files.set(path, file);
    }
    return { file, node: file.root, offset: 0 };
  }

  function follow({ file, node }: Position): Position | undefined {
    const ref = isMap(node) ? node.get("$ref") : undefined;
    if (typeof ref !== "string") {
      return undefined;
    }
    const [path = "", pointer = ""] = ref.split("#");
    const start = open(path === "" ? file.path : resolve(dirname(file.path), path));
    return walk(start, keysOf(`#${pointer}`));
  }

  function child(at: Position, key: string): Position | undefined {
    const { file, node } = at;
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === key);
      if (pair) {
        return { file, node: pair.value, offset: offsetOf(pair.key) };
      }
    }
    const item = isSeq(node) && /^\d+$/.test(key) ? node.items[Number(key)] : undefined;
    if (item) {
      return { file, node: item, offset: offsetOf(item) };
    }
    const target = follow(at);
    return target && child(target, key);
  }

  function walk(start: Position, keys: readonly string[]): Position | undefined {
    return keys.reduce<Position | undefined>((at, key) => at && child(at, key), start);
  }

  return (keys, behind, key) => {
    let at = walk(open(rootFile), keys);
    for (let next = at; next && behind; next = follow(next)) {
      at = next;
    }
    const found = (at && key !== undefined && child(at, key)) || at;
    return (
      found && {
        document: relative(base, found.file.path),
        line: found.file.lines.linePos(found.offset).line,
      }
    );
  };
}

function offsetOf(node: unknown): number {
  return (node as { readonly range: readonly [number] }).range[0];
}
