import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { HttpError } from "./http-error.ts";

/** An error type of the contract's catalogue. */
export interface ProblemType {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

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

/**
 * Returns the URI of an error type: a path, which resolves against the URL of the response, and is the
 * same for all deployments.
 */
export function problemUri({ name }: ProblemType): string {
  return `/problems/${name}`;
}

/** Serves a page for each error type at its URI. */
export function addProblemPages(app: FastifyInstance): void {
  for (const type of PROBLEM_TYPES) {
    const page = pageOf(type);
    app.get(problemUri(type), (_request, reply) => {
      reply
        .header("cache-control", "public, max-age=3600")
        .header("content-security-policy", "default-src 'none'")
        .type("text/html; charset=utf-8")
        .send(page);
    });
  }
}

function pageOf(type: ProblemType): string {
  const { status, title, cause, fix } = type;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<h1>${title}</h1>
<p>Status ${status}, type <code>${problemUri(type)}</code></p>
<h2>Cause</h2>
<p>${marked(cause)}</p>
<h2>Fix</h2>
<p>${marked(fix)}</p>
</html>
`;
}

/** Formats text of the catalogue as HTML. */
function marked(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
