import { asObject, isObject } from "@chainkit/openapi";
import type { Operation } from "../spec/operations.ts";
import { excerpt, type Finding } from "./finding.ts";

/** Compares the title of a problem with those of the same kind that came before. */
export type Titles = (operation: Operation, status: number, body: unknown) => Finding[];

/** Creates a check that each problem type has one title (RFC 9457, 3.1.3). */
export function createTitles(): Titles {
  const titles = new Map<string, string>();
  return ({ spec, responses, node }, status, body) => {
    const { type, title } = asObject(body);
    if (status < 400 || typeof type !== "string" || typeof title !== "string") {
      return [];
    }
    const kind = `${spec.name} ${type} ${status}`;
    const first = titles.get(kind) ?? title;
    titles.set(kind, first);
    const documented = responses.find((each) => each.status === String(status));
    const examples = documented?.media.flatMap((media) => [...media.examples.values()]) ?? [];
    // What the contract itself shows is not wrong.
    if (first === title || examples.some((example) => asObject(example).title === title)) {
      return [];
    }
    const { title: part } = asObject(spec.resolve(documented?.media[0]?.schema).properties);
    const rule = spec.locate(isObject(part) ? part : node, "description");
    const [expected, actual] = [excerpt(first), excerpt(title)];
    return [{ kind: "problem", field: "title", expected, rule, actual }];
  };
}
