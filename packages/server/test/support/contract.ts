import { readdir, readFile } from "node:fs/promises";
import {
  type Response as DocumentedResponse,
  dereference,
  type OpenApiDocument,
  pathPattern,
  readOperations,
} from "@chainkit/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface Documented {
  readonly method: string;
  readonly pattern: RegExp;
  /** By status and media type. */
  readonly bodies: () => ReadonlyMap<string, ValidateFunction>;
}

const folder = new URL("../../dist/specs/", import.meta.url);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const documented = (await Promise.all((await readdir(folder)).map(readArea))).flat();

async function readArea(file: string): Promise<Documented[]> {
  const document: OpenApiDocument = JSON.parse(await readFile(new URL(file, folder), "utf8"));
  return readOperations(document).map(({ method, path, responses }) => ({
    method,
    pattern: pathPattern(path),
    bodies: once(() => bodiesOf(document, responses)),
  }));
}

function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => (made ??= make());
}

function bodiesOf(
  document: OpenApiDocument,
  responses: readonly DocumentedResponse[],
): Map<string, ValidateFunction> {
  return new Map(
    responses.flatMap(({ status, media }) =>
      media.map(({ type, schema = {} }) => [
        `${status} ${type}`,
        ajv.compile(dereference(document, schema)),
      ]),
    ),
  );
}

/**
 * What a response breaks of the contract; empty if nothing.
 *
 * @param undocumented Statuses of HTTP itself, which no operation lists, such as 405.
 */
export function breaches(
  method: string,
  url: string,
  response: Response,
  body: unknown,
): readonly string[] {
  const { pathname } = new URL(url);
  const operation = documented.find(
    (each) => each.method === method && each.pattern.test(pathname),
  );
  if (!operation) {
    return [`${method} ${pathname} is no operation`];
  }
  const type = response.headers.get("content-type")?.split(";")[0];
  const isValid = operation.bodies().get(`${response.status} ${type}`);
  if (!isValid) {
    return [`${response.status} ${type} is not documented`];
  }
  const ok = isValid(body);
  return ok ? [] : (isValid.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}
