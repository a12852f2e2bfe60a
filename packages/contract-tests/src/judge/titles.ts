import { isObject } from "@chainkit/openapi";
import type { Operation } from "../spec/operations.ts";
import { excerpt, type Finding } from "./finding.ts";

/** Compares the title of a problem with those of the same kind that came before. */
export type Titles = (operation: Operation, status: number, body: unknown) => Finding[];

/** Creates a check that each problem type has one title (RFC 9457, 3.1.3). */
export function createTitles(): Titles {
  const titles = new Map<string, string>();
  return (operation, status, body) => {
    const isTyped = isObject(body) && typeof body.type === "string";
    if (status < 400 || !isTyped || typeof body.title !== "string") {
      return [];
    }
    const { type, title } = body;
    const kind = `${operation.spec.name} ${type} ${status}`;
    const first = titles.get(kind) ?? title;
    titles.set(kind, first);
    if (first === title) {
      return [];
    }
    const documented = operation.responses.find((each) => each.status === String(status));
    const examples = documented?.media.flatMap((media) => [...media.examples.values()]) ?? [];
    // What the contract itself shows is not wrong.
    if (examples.some((example) => isObject(example) && example.title === title)) {
      return [];
    }
    const schema = documented?.media[0]?.schema;
    const properties = operation.spec.resolve(schema).properties;
    const part = isObject(properties) && isObject(properties.title) ? properties.title : undefined;
    return [
      {
        kind: "problem",
        field: "title",
        expected: excerpt(first),
        rule: operation.spec.locate(part ?? operation.node, "description"),
        actual: excerpt(title),
      },
    ];
  };
}
