import { answer, documentWith, json, ok, oneOperation, typeTests } from "./support.ts";

const typeTest = typeTests();

typeTest("a reference into another operation has a type", () => {
  const at = "#/paths/~1other/post/requestBody/content/application~1json/schema/properties/a";
  const document = documentWith({
    "/thing": {
      get: {
        operationId: "getThing",
        ...answer({ type: "object", properties: { a: { $ref: at } } }),
      },
    },
    "/other": {
      post: {
        operationId: "postOther",
        ...ok,
        requestBody: json({ type: "object", properties: { a: { type: "integer" } } }),
      },
    },
  });
  const use = `export const one: GetThingResponse = { a: 1 };
    // @ts-expect-error a is a number
    export const other: GetThingResponse = { a: "1" };`;
  return { document, use };
});

typeTest("paths that refer to one another have types", () => {
  const at = (path: string) =>
    `#/paths/~1${path}/get/responses/200/content/application~1json/schema`;
  const document = documentWith({
    "/thing": {
      get: {
        operationId: "getThing",
        ...answer({ type: "object", properties: { other: { $ref: at("other") } } }),
      },
    },
    "/other": {
      get: {
        operationId: "getOther",
        ...answer({ type: "object", properties: { thing: { $ref: at("thing") } } }),
      },
    },
  });
  const use = `export const one: GetThingResponse = { other: { thing: { other: {} } } };
    // @ts-expect-error a thing is an object
    export const wrong: GetThingResponse = { other: { thing: 1 } };`;
  return { document, use };
});

typeTest("what stands beside a reference is part of the type", () => {
  const schemas = {
    Named: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
  };
  const schema = {
    $ref: "#/components/schemas/Named",
    required: ["age"],
    properties: { age: { type: "integer" } },
  };
  const get = { operationId: "getThing", ...answer(schema) };
  const document = documentWith({ "/thing": { get } }, { components: { schemas } });
  const use = `export const one: GetThingResponse = { name: "a", age: 1 };
    // @ts-expect-error the age is missing
    export const wrong: GetThingResponse = { name: "a" };`;
  return { document, use };
});

typeTest("parameters, bodies and responses of another operation have types", () => {
  const other = "#/paths/~1other/post";
  const document = documentWith({
    "/thing": {
      post: {
        operationId: "getThing",
        parameters: [{ $ref: `${other}/parameters/0` }],
        requestBody: { $ref: `${other}/requestBody` },
        responses: { 200: { $ref: `${other}/responses/200` } },
      },
    },
    "/other": {
      post: {
        operationId: "postOther",
        parameters: [{ name: "size", in: "query", schema: { type: "integer" } }],
        requestBody: {
          required: true,
          ...json({ type: "object", properties: { name: { type: "string" } } }),
        },
        ...answer({ type: "object", properties: { id: { type: "integer" } } }),
      },
    },
  });
  const use = `import type { GetThingParams } from "./operations.ts";
    import type { operations } from "./types.ts";
    export const params: GetThingParams = { size: 1, name: "a" };
    export const query: operations["getThing"]["parameters"]["query"] = { size: 1 };
    // @ts-expect-error the size is a number
    export const wrong: operations["getThing"]["parameters"]["query"] = { size: "1" };
    type Body = NonNullable<operations["getThing"]["requestBody"]>["content"]["application/json"];
    export const body: Body = { name: "a" };
    // @ts-expect-error the name is a text
    export const otherBody: Body = { name: 1 };
    export const one: GetThingResponse = { id: 1 };
    // @ts-expect-error the id is a number
    export const two: GetThingResponse = { id: "1" };`;
  return { document, use };
});

typeTest("components that are references to others have their types", () => {
  const ref = (place: string) => ({ $ref: `#/components/${place}` });
  const components = {
    responses: {
      Mine: ref("responses/Ok"),
      Ok: {
        description: "",
        ...json({ type: "object", required: ["x"], properties: { x: { type: "integer" } } }),
      },
    },
    requestBodies: {
      Mine: ref("requestBodies/Ok"),
      Ok: { required: true, ...json({ type: "integer" }) },
    },
  };
  const post = {
    operationId: "getThing",
    requestBody: ref("requestBodies/Mine"),
    responses: { 200: ref("responses/Mine") },
  };
  const use = `export const x = ({ x }: GetThingResponse): number => x;
    export const params: import("./operations.ts").GetThingParams = { body: 1 };`;
  return { document: documentWith({ "/thing": { post } }, { components }), use };
});

typeTest(
  "members that are required beside a base that may be null are required of an object",
  () => {
    const Schedule = { type: "object", nullable: true, properties: { start: { type: "string" } } };
    const base = [{ $ref: "#/components/schemas/Schedule" }, { type: "object" }];
    const document = {
      ...oneOperation(answer({ allOf: base, required: ["start"] }), {
        components: { schemas: { Schedule } },
      }),
      openapi: "3.0.3",
    };
    const use = "export const start = (one: GetThingResponse): string => one.start;";
    return { document, use };
  },
);

typeTest("declared members fit beside typed additional ones", () => {
  const schema = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, size: { type: "integer" } },
    additionalProperties: { type: "array", items: { type: "integer" } },
  };
  const use = `export const right: GetThingResponse = { name: "a", other: [1] };
    // @ts-expect-error no member is a boolean
    export const wrong: GetThingResponse = { name: "a", other: true };`;
  return { document: oneOperation(answer(schema)), use };
});

typeTest("a reference to an anchor leads to its schema", () => {
  const anchored = { components: { schemas: { Thing: { $anchor: "thing", type: "string" } } } };
  const nested = { type: "object", properties: { a: { $ref: "#thing" } } };
  const use = 'export const right: GetThingResponse = { a: "text" };';
  return { document: oneOperation(answer(nested), anchored), use };
});

for (const text of ["string |", "a; b", "@loopback/repository#Filter<Todo>"]) {
  typeTest(`x-typescript-type ${text} of another tool means nothing`, () => {
    const schema = { type: "string", "x-typescript-type": text };
    const use = 'export const right: GetThingResponse = "text";';
    return { document: oneOperation(answer(schema)), use };
  });
}
