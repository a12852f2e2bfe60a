import { join } from "node:path";
import { type Mock, prefer, startMock } from "@chainkit/mock";
import { type Operation, readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A method of any generated client. */
interface Call {
  result(): Promise<
    | { ok: true; data: unknown; response: Response }
    | { ok: false; error: { kind: string; status?: number; body?: unknown; retryAfterMs?: number } }
  >;
}

type Client = Readonly<Record<string, (values: object, options: object) => Call>>;

const areas = await Promise.all(
  (await listAreas()).map(async ({ name, file }) => ({
    name,
    operations: readOperations(await bundleSpec(file)),
  })),
);

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

/** The area's client, with what its operations cannot be called without. */
async function createClient(area: string, operations: readonly Operation[]): Promise<Client> {
  const module = await import(join(repositoryRoot, "packages", area, "dist/index.js"));
  const create = Object.entries(module).find(([name]) => /^create\w+Client$/.test(name))?.[1];
  const bound = operations.flatMap(({ parameters }) =>
    parameters.filter(({ clientOption }) => clientOption),
  );
  const options = Object.fromEntries(
    bound.map(({ clientOption, example }) => [clientOption, example]),
  );
  const needsToken = operations.some(({ auth }) => auth === "required");
  return (create as (options: object) => Client)({
    baseUrl: mock.url,
    retry: false,
    ...options,
    ...(needsToken ? { token: "any" } : {}),
  });
}

function valuesOf({ parameters, body }: Operation): object {
  const needed = parameters.filter(({ required, clientOption }) => required && !clientOption);
  const values = Object.fromEntries(needed.map(({ name, example }) => [name, example]));
  if (!body) {
    return values;
  }
  return body.kind === "fields"
    ? { ...values, ...(body.json?.example as object) }
    : { ...values, body: body.json?.example };
}

describe.each(areas)(
  "the client of $name sends and returns its examples",
  ({ name, operations }) => {
    const examples = operations.flatMap((operation) =>
      operation.responses.flatMap(({ status, examples: all }) =>
        [...all].map(([example, body]) => ({
          id: operation.id,
          operation,
          status,
          example,
          body,
        })),
      ),
    );

    test.each(examples)(
      "$id $status $example",
      async ({ id, operation, status, example, body }) => {
        const client = await createClient(name, operations);
        const headers = prefer({ status: Number(status), example });
        const result = await client[id]?.(valuesOf(operation), { headers }).result();
        if (result?.ok) {
          expect(String(result.response.status)).toBe(status);
          expect(result.data).toEqual(body);
        } else {
          expect(result?.error).toMatchObject({ kind: "http", status: Number(status) });
          expect(result?.error.body).toEqual(body);
          if (status === "429") {
            expect(result?.error.retryAfterMs).toBeGreaterThan(0);
          }
        }
        expect(result?.ok).toBe(status.startsWith("2"));
      },
    );
  },
);
