import type { FastifyInstance, FastifyRequest } from "fastify";

/** Longest name that is logged; valid ones are not longer. */
const MAX_NAME = 256;

/**
 * Logs each write of management in one line: who, what and with which result, also if it was refused. The
 * lines are written at any log level.
 */
export function auditWrites(app: FastifyInstance): void {
  const log = app.log.child({}, { level: "info" });
  app.addHook("onResponse", (request, reply, done) => {
    const { operation } = request.routeOptions?.config ?? {};
    if (operation?.auth === "required" && !operation.safe) {
      const { id, name } = request.principal ?? {};
      log.info(
        {
          operation: operation.id,
          ...namesOf(request),
          token: id === undefined ? null : { id, name },
          ip: request.ip,
          requestId: request.id,
          result: resultOf(reply.statusCode),
          status: reply.statusCode,
        },
        "audit",
      );
    }
    done();
  });
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
