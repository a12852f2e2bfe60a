import { answer, documentWith, json, jsonBody, typeTests } from "./support.ts";

const typeTest = typeTests();

const schemas = {
  User: {
    type: "object",
    required: ["id", "name", "password"],
    properties: {
      id: { type: "string", readOnly: true },
      name: { type: "string" },
      password: { type: "string", writeOnly: true },
      friends: { type: "array", items: { $ref: "#/components/schemas/User" } },
    },
  },
  Team: {
    type: "object",
    required: ["lead"],
    properties: { lead: { $ref: "#/components/schemas/User" } },
  },
  Plain: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
};

const team = { $ref: "#/components/schemas/Team" };
// A list is passed whole; an object would be passed by its fields.
const put = {
  operationId: "putTeams",
  requestBody: jsonBody({ type: "array", items: team }),
  ...answer(team),
};

typeTest("what the service sets is not demanded of requests, what it hides not promised", () => {
  const document = documentWith({ "/teams": { put } }, { components: { schemas } });
  const use = `import type { PutTeamsParams, PutTeamsResponse } from "./operations.ts";
    export const sent: PutTeamsParams = {
      body: [{ lead: { name: "n", password: "p", friends: [{ name: "m", password: "q" }] } }],
    };
    // @ts-expect-error a password is demanded of requests
    export const open: PutTeamsParams = { body: [{ lead: { name: "n" } }] };
    export const received = ({ lead }: PutTeamsResponse): [string, string | undefined] =>
      [lead.id, lead.password];
    // @ts-expect-error a response may have no password
    export const hidden = ({ lead }: PutTeamsResponse): string => lead.password;`;
  return { document, use };
});

typeTest("members of bodies without a name are as required", () => {
  const { User } = schemas;
  const { friends: _, ...properties } = User.properties;
  const inline = { ...User, properties };
  const list = { ...put, requestBody: jsonBody({ type: "array", items: inline }) };
  const document = documentWith({ "/teams": { put: list } }, { components: { schemas } });
  const use = `import type { PutTeamsParams } from "./operations.ts";
    export const sent: PutTeamsParams = { body: [{ name: "n", password: "p" }] };`;
  return { document, use };
});

typeTest("schemas without such members, or of which a form is taken, keep their names", () => {
  const taken = { ...schemas, TeamRequest: schemas.Plain };
  const plain = {
    get: { operationId: "getPlain", ...answer({ $ref: "#/components/schemas/Plain" }) },
  };
  const get = { operationId: "getTaken", ...answer({ $ref: "#/components/schemas/TeamRequest" }) };
  const paths = { "/teams": { put }, "/plain": plain, "/taken": { get } };
  const document = documentWith(paths, { components: { schemas: taken } });
  const use = `import type { GetPlainResponse, GetTakenResponse, Plain } from "./operations.ts";
    export const one = (plain: GetPlainResponse): Plain => plain;
    export const two = (plain: GetTakenResponse): string => plain.id;
    // @ts-expect-error it has one form
    export type Request = import("./types.ts").PlainRequest;`;
  return { document, use };
});

typeTest("a discriminator leads to the same forms", () => {
  const kinds = {
    Cat: {
      type: "object",
      required: ["kind", "id", "lives"],
      properties: {
        kind: { type: "string" },
        id: { type: "string", readOnly: true },
        lives: { type: "integer" },
      },
    },
    Dog: {
      type: "object",
      required: ["kind", "tail"],
      properties: { kind: { type: "string" }, tail: { type: "string" } },
    },
    Pet: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
      },
    },
  };
  const pets = { type: "array", items: { $ref: "#/components/schemas/Pet" } };
  const get = {
    operationId: "getPets",
    ...answer({ type: "object", properties: { pets } }),
  };
  const post = {
    operationId: "addPets",
    requestBody: jsonBody(pets),
    responses: { 200: { description: "", ...json({ type: "object" }) } },
  };
  const paths = { "/pets": { get, post } };
  const document = documentWith(paths, { components: { schemas: kinds } });
  const use = `import type { AddPetsParams, GetPetsResponse } from "./operations.ts";
    export const sent: AddPetsParams = { body: [{ kind: "cat", lives: 9 }, { kind: "dog", tail: "t" }] };
    // @ts-expect-error a dog has no lives
    export const wrong: AddPetsParams = { body: [{ kind: "dog", lives: 9 }] };
    export const ids = ({ pets = [] }: GetPetsResponse): string[] =>
      pets.flatMap((pet) => (pet.kind === "cat" ? pet.id : []));`;
  return { document, use };
});
