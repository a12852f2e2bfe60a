import { authOf, type BodyModel, type OperationModel, type ParameterModel } from "./models.ts";

type Json = Record<string, unknown>;

const FIELDS = {
  type: "object",
  properties: { a: { type: "string" }, b: { type: "integer" } },
  required: ["a"],
};

/** A value that fits a parameter; `over`: one that does not. */
export function exampleValue({ type, maximum }: ParameterModel, over = false): unknown {
  if (type === "integer") {
    return over ? maximum + 1 : maximum;
  }
  return over ? undefined : type === "boolean" ? true : "text";
}

/** A body that fits. */
export function bodyValue({ form }: BodyModel): unknown {
  if (form === "array") {
    return [1, 2];
  }
  return form === "open" ? { a: "x", more: "y" } : { a: "x", b: 1 };
}

/** Writes the operations down as an OpenAPI 3.1 document, each in the forms that it asks for. */
export function documentOf(operations: readonly OperationModel[]): Json {
  const components = {
    parameters: {} as Json,
    requestBodies: {} as Json,
    schemas: {
      Fields: FIELDS,
      Whole: { type: "integer", minimum: 0, maximum: 1000 },
      Text: { type: "string" },
      Flag: { type: "boolean" },
    } as Json,
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      certificate: { type: "mutualTLS" },
    },
  };
  const paths = Object.fromEntries(
    operations.map((model) => {
      const { id, parameters, body } = model;
      const segments = parameters
        .filter((each) => each.in === "path")
        .map(({ name }) => `/{${name}}`);
      const atPath = parameters.flatMap((each) => {
        if (each.form === "path") {
          return [written(each)];
        }
        return each.form === "override" ? [other(each)] : [];
      });
      const own = parameters.flatMap((each) => {
        if (each.form === "path") {
          return [];
        }
        if (each.form !== "reference") {
          return [written(each)];
        }
        components.parameters[`${id}${each.name}`] = written(each);
        return [{ $ref: `#/components/parameters/${id}${each.name}` }];
      });
      const node = {
        operationId: id,
        parameters: own,
        ...(body ? { requestBody: bodyNode(id, body, components.requestBodies) } : {}),
        ...securityOf(model),
        responses: responsesOf(model),
      };
      return [`/${id}${segments.join("")}`, { parameters: atPath, [body ? "post" : "get"]: node }];
    }),
  );
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: { title: "Random", version: "1.0.0" },
    servers: [{ url: "https://api.example" }],
    security: [{ token: [] }],
    paths,
    components,
  };
}

function written(model: ParameterModel): Json {
  const { name, in: place, required, type, maximum, form } = model;
  const limits = type === "integer" ? { maximum } : {};
  const named = { integer: "Whole", string: "Text", boolean: "Flag" }[type];
  const schema =
    form === "siblings"
      ? { $ref: `#/components/schemas/${named}`, ...limits }
      : { type, ...limits };
  return { name, in: place, required, schema, example: exampleValue(model) };
}

/** A parameter of the same name and place that is not the one that is meant. */
function other({ name, in: place, required, type }: ParameterModel): Json {
  const schema = type === "integer" ? { type, maximum: 1 } : { type, enum: ["nothing"] };
  return { name, in: place, required: place === "path" || !required, schema, example: 1 };
}

function bodyNode(id: string, model: BodyModel, named: Json): Json {
  const node = {
    required: model.required,
    content: { [model.type]: { schema: schemaOf(model), example: bodyValue(model) } },
  };
  if (!model.isNamed) {
    return node;
  }
  named[id] = node;
  return { $ref: `#/components/requestBodies/${id}` };
}

function schemaOf({ form }: BodyModel): Json {
  const ref = { $ref: "#/components/schemas/Fields" };
  switch (form) {
    case "fields":
      return FIELDS;
    case "closed":
      return { ...FIELDS, additionalProperties: false };
    case "reference":
      return ref;
    case "array":
      return { type: "array", items: { type: "integer" } };
    case "allOf":
      return { allOf: [ref, { minProperties: 2 }] };
    case "open":
      return { ...FIELDS, additionalProperties: { type: "string" } };
    case "siblings":
      return { ...ref, required: ["b"] };
    case "conditional":
      return { ...FIELDS, if: { properties: { a: { const: "x" } } }, else: { required: ["b"] } };
  }
}

function securityOf({ security }: OperationModel): Json {
  switch (security) {
    case "none":
      return { security: [] };
    case "free":
      return { security: [{}] };
    case "required":
      return { security: [{ token: [] }] };
    case "optional":
      return { security: [{}, { token: [] }] };
    case "optional certificate":
      return { security: [{}, { certificate: [] }] };
    case "key or token":
      return { security: [{ key: [] }, { token: [] }] };
    case "document":
      return {};
  }
}

function responsesOf(model: OperationModel): Json {
  const response = (type: string, example: unknown) => ({
    description: "A response.",
    content: { [type]: { schema: {}, example } },
  });
  const challenge = { required: true, schema: { type: "string" }, example: "Bearer" };
  const errors = new Set([...model.statuses, "400", ...(authOf(model) === "none" ? [] : ["401"])]);
  return {
    200: response("application/json", { ok: true }),
    ...Object.fromEntries(
      [...errors].map((status) => [
        status,
        {
          ...response("application/problem+json", { ok: false }),
          ...(status === "401" ? { headers: { "WWW-Authenticate": challenge } } : {}),
        },
      ]),
    ),
  };
}
