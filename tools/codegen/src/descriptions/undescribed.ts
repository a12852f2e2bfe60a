import type { OperationModel } from "../operations/model.ts";
import type { Problem } from "../problems.ts";

const FIX =
  "use the default style and JSON, or generate the client alone: `codegen <file> --out <folder>`";

/**
 * Lists what an operation needs that only clients and mock support. Command line, MCP server, MSW handlers,
 * contract suite and docs read descriptions, which know JSON and the default styles alone.
 */
export function undescribed({ id, rule, parameters }: OperationModel): Problem[] {
  const route = `${rule.method} ${rule.path}`;
  const problem = (where: string, what: string): Problem => ({
    operation: id,
    route,
    where,
    what: `${what} is supported by clients and the mock only`,
    fix: FIX,
  });
  const { server, bodyFormat, content, events } = rule;
  return [
    ...(server === undefined ? [] : [problem("servers", "a server of its own")]),
    ...parameters.flatMap(({ name, rule: { in: place, style } }) =>
      style === undefined
        ? []
        : [
            problem(
              `${place} parameter ${JSON.stringify(name)}`,
              place === "cookie" ? "a cookie" : `the style ${style}`,
            ),
          ],
    ),
    ...(bodyFormat === undefined ? [] : [problem("requestBody", `a ${bodyFormat} body`)]),
    ...(content === undefined ? [] : [problem("responses", `${content} content`)]),
    ...(events === undefined ? [] : [problem("responses", "a stream of events")]),
  ];
}
