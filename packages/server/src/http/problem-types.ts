import { readFileSync } from "node:fs";
import {
  PROBLEM_PAGE_HEADERS,
  type ProblemType,
  problemPage,
  problemUri,
} from "@chainkit/openapi/http";
import type { FastifyInstance } from "fastify";
import type { HttpError } from "./http-error.ts";

/** Copied by the build. The path is the same from `src` and `dist`. */
const CATALOGUE = new URL("../../dist/problems.json", import.meta.url);

/** The catalogue of errors. */
export const PROBLEM_TYPES: readonly ProblemType[] = JSON.parse(readFileSync(CATALOGUE, "utf8"));

const byName = new Map(PROBLEM_TYPES.map((type) => [type.name, type]));
const byStatus = new Map([...PROBLEM_TYPES].reverse().map((type) => [type.status, type]));

/**
 * Returns the error type of a status.
 *
 * @throws Error if the catalogue has no entry; a test prevents that.
 */
export function problemTypeOf({ problem, status }: HttpError): ProblemType {
  const type = problem === undefined ? byStatus.get(status) : byName.get(problem);
  if (!type) {
    throw new Error(`shared/problems.yaml has no entry for ${problem ?? status}`);
  }
  return type;
}

/** Serves a page for each error type at its URI. */
export function addProblemPages(app: FastifyInstance): void {
  for (const type of PROBLEM_TYPES) {
    const page = problemPage(type);
    app.get(problemUri(type), (_request, reply) => {
      reply.headers(PROBLEM_PAGE_HEADERS).send(page);
    });
  }
}
