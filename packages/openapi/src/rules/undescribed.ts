import type { OperationModel } from "./model.ts";
import type { Problem } from "./problems.ts";

/**
 * Lists what an operation needs that descriptions do not tell, so that only clients and mock support it.
 *
 * @param calls Whether the reader of the description calls the operation through a client, which writes parameters
 * and reads text. Others, which read requests themselves, know JSON and the default styles alone.
 */
export function undescribed(
  { id, rule, parameters }: OperationModel,
  calls: boolean,
  fix: string,
): Problem[] {
  const { server, bodyFormat, content, events } = rule;
  const problem = (where: string, what: string): Problem => ({
    operation: id,
    route: `${rule.method} ${rule.path}`,
    where,
    what: `${what} is supported by clients and the mock only`,
    fix,
  });
  // A form as a whole may have files as well, which descriptions do not tell from other members.
  const hasFile =
    parameters.some(({ rule: { type } }) => type === "binary") ||
    (bodyFormat === "multipart" && rule.body === "whole");
  const isBodyTold = calls ? bodyFormat !== "raw" && !hasFile : bodyFormat === undefined;
  const isContentTold = content === undefined || calls;
  return [
    ...(server === undefined || calls ? [] : [problem("servers", "a server of its own")]),
    ...parameters.flatMap(({ name, rule: { in: place, style } }) =>
      style === undefined || calls
        ? []
        : [
            problem(
              `${place} parameter ${JSON.stringify(name)}`,
              place === "cookie" ? "a cookie" : `the style ${style}`,
            ),
          ],
    ),
    ...(isBodyTold ? [] : [problem("requestBody", `a ${bodyFormat} body`)]),
    ...(isContentTold ? [] : [problem("responses", `${content} content`)]),
    ...(events === undefined ? [] : [problem("responses", "a stream of events")]),
  ];
}
