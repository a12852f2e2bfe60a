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

  function open(path: string): File {
    let file = files.get(path);
    if (!file) {
      const lines = new LineCounter();
      file = {
        path,
        lines,
        root: parseDocument(readFileSync(path, "utf8"), { lineCounter: lines }).contents,
      };
      files.set(path, file);
    }
    return file;
  }

  const top = (path: string): Position => {
    const file = open(path);
    return { file, node: file.root, offset: 0 };
  };

  function follow(at: Position): Position | undefined {
    const ref = isMap(at.node) ? at.node.get("$ref") : undefined;
    if (typeof ref !== "string") {
      return undefined;
    }
    const [path = "", pointer = ""] = ref.split("#");
    const start = top(path === "" ? at.file.path : resolve(dirname(at.file.path), path));
    return walk(start, keysOf(`#${pointer}`));
  }

  function child(at: Position, key: string): Position | undefined {
    if (isMap(at.node)) {
      const pair = at.node.items.find(
        ({ key: each }) => isScalar(each) && String(each.value) === key,
      );
      if (pair) {
        return { file: at.file, node: pair.value, offset: offsetOf(pair.key) };
      }
    }
    if (isSeq(at.node) && /^\d+$/.test(key)) {
      const node = at.node.items[Number(key)];
      if (node) {
        return { file: at.file, node, offset: offsetOf(node) };
      }
    }
    const target = follow(at);
    return target && child(target, key);
  }

  function walk(start: Position, keys: readonly string[]): Position | undefined {
    return keys.reduce<Position | undefined>((at, key) => at && child(at, key), start);
  }

  return (keys, behind, key) => {
    let at = walk(top(rootFile), keys);
    while (at && behind) {
      const next = follow(at);
      if (!next) {
        break;
      }
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
  return (node as { range?: readonly number[] } | null)?.range?.[0] ?? 0;
}
