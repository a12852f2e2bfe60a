import type { OperationModel } from "./model.ts";
import type { Problem } from "./problems.ts";

/**
 * Lists what an operation needs that descriptions do not tell, so that their reader cannot support it.
 *
 * @param calls Whether the reader of the description calls the operation through a client, which writes parameters
 * and bodies and reads responses. Others, which read requests themselves, know JSON and the default styles alone.
 */
export function undescribed(
  { id, rule, parameters }: OperationModel,
  calls: boolean,
  fix: string,
): Problem[] {
  const { server, bodyFormat, content, events } = rule;
  const problem = (where: string, what: string, by = "command line, MCP server, "): Problem => ({
    operation: id,
    route: `${rule.method} ${rule.path}`,
    where,
    what: `${what} is supported by ${by}clients and the mock only`,
    fix,
  });
  if (bodyFormat === "multipart" && rule.body === "whole") {
    // It may have files as well, which descriptions do not tell from other members.
    return [problem("requestBody", "a multipart body that is not an object of known members", "")];
  }
  if (calls) {
    return [];
  }
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
