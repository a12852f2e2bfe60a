import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";

/** Longest name that is logged; valid ones are not longer. */
const MAX_NAME = 256;

/**
 * Creates the log of writes of management, each in one line: who, what and with which result, also if it was refused.
 * The lines are written at any log level.
 */
export function auditLog(parent: FastifyBaseLogger) {
  const log = parent.child({}, { level: "info" });
  return (request: FastifyRequest, { statusCode: status }: FastifyReply): void => {
    const { operation } = request.routeOptions.config;
    if (operation?.auth !== "required" || operation.safe) {
      return;
    }
    const { id, name } = request.principal ?? {};
    log.info(
      {
        operation: operation.id,
        ...namesOf(request),
        token: id === undefined ? null : { id, name },
        ip: request.ip,
        requestId: request.id,
        result: resultOf(status),
        status,
      },
      "audit",
    );
  };
}

/** The names in a body, which is not valid if the request was refused. */
function namesOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  const { subgraph_name, name = subgraph_name, version, tag } = Object(body);
  const names = Object.entries({ subgraph: name, version, tag });
  return Object.fromEntries(
    names.flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value.slice(0, MAX_NAME)]] : [],
    ),
  );
}

function resultOf(status: number): "done" | "refused" | "failed" {
  if (status < 400) {
    return "done";
  }
  return status < 500 ? "refused" : "failed";
}
