import { readdir, readFile } from "node:fs/promises";
import {
  errorsOf,
  type OpenApiDocument,
  pathPattern,
  readOperations,
  responseFor,
} from "@chainkit/openapi";

const folder = new URL("../../dist/specs/", import.meta.url);
const areas = await Promise.all(
  (await readdir(folder)).map(async (file) => {
    const document: OpenApiDocument = JSON.parse(await readFile(new URL(file, folder), "utf8"));
    return readOperations(document).map((operation) => ({ document, ...operation }));
  }),
);
const operations = areas.flat();

/** What a response breaks of the contract; empty if nothing. */
export function breaches(
  method: string,
  url: string,
  { status, headers }: Response,
  body: unknown,
): readonly string[] {
  const { pathname } = new URL(url);
  const operation = operations.find(
    (each) => each.method === method && pathPattern(each.path).test(pathname),
  );
  if (!operation) {
    return [`${method} ${pathname} is no operation`];
  }
  const type = headers.get("content-type")?.split(";")[0];
  const documented = responseFor(operation.responses, status)?.media;
  const media = documented?.find((each) => each.type === type);
  if (!media) {
    return [`${status} ${type} is not documented`];
  }
  const errors = errorsOf(operation.document, media.schema ?? {}, body, "response");
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
