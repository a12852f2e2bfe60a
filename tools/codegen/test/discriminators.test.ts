import { expect, test } from "vitest";
import { answer, documentWith, errorsOf, oneOperation } from "./support.ts";

test("a discriminator may name a schema that is not there", async () => {
  const schemas = {
    Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
    Pet: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "Cat", dog: "#/components/schemas/Dog" },
      },
    },
  };
  const get = { operationId: "getThing", ...answer({ $ref: "#/components/schemas/Pet" }) };
  const document = documentWith({ "/thing": { get } }, { components: { schemas } });
  const use = 'export const cat: GetThingResponse = { kind: "cat" };';
  expect(await errorsOf(document, use)).toBe("");
});

/** Cats and dogs, told apart by their kind. */
function pets(kinds: { cat: object; dog: object }, mapping?: object): object {
  const pet = (kind: object) => ({ type: "object", required: ["kind"], properties: { kind } });
  const branches = ["Cat", "Dog"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const discriminator = { propertyName: "kind", ...(mapping ? { mapping } : {}) };
  const schemas = { Cat: pet(kinds.cat), Dog: pet(kinds.dog) };
  const get = { operationId: "getThing", ...answer({ oneOf: branches, discriminator }) };
  return documentWith({ "/thing": { get } }, { components: { schemas } });
}

test("a value that a schema states is not replaced by its name", async () => {
  const document = pets({ cat: { type: "string", enum: ["cat"] }, dog: { const: "dog" } });
  const use = `export const kinds: GetThingResponse["kind"][] = ["cat", "dog"];
    // @ts-expect-error the name of the schema
    export const name: GetThingResponse["kind"] = "Cat";`;
  expect(await errorsOf(document, use)).toBe("");
});

test("a discriminator still says what the schemas do not", async () => {
  const text = { type: "string" };
  const named = { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
  const use = `export const kinds: GetThingResponse["kind"][] = ["cat", "dog"];
    // @ts-expect-error no kind
    export const other: GetThingResponse["kind"] = "bird";`;
  expect(await errorsOf(pets({ cat: text, dog: text }, named), use)).toBe("");
});

test("an heir keeps the value that it states", async () => {
  const schemas = {
    Pet: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      discriminator: { propertyName: "kind" },
    },
    Dog: {
      allOf: [
        { $ref: "#/components/schemas/Pet" },
        { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
      ],
    },
  };
  const get = { operationId: "getThing", ...answer({ $ref: "#/components/schemas/Dog" }) };
  const document = documentWith({ "/thing": { get } }, { components: { schemas } });
  const use = 'export const dog: GetThingResponse = { kind: "dog" };';
  expect(await errorsOf(document, use)).toBe("");
});

test("two discriminators that name one schema differently are both left out", async () => {
  const Cat = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
  const unionOf = (value: string) => ({
    oneOf: [{ $ref: "#/components/schemas/Cat" }],
    discriminator: { propertyName: "kind", mapping: { [value]: "#/components/schemas/Cat" } },
  });
  const properties = { pet: unionOf("cat"), animal: unionOf("feline") };
  const get = { operationId: "getThing", ...answer({ type: "object", properties }) };
  const document = documentWith({ "/thing": { get } }, { components: { schemas: { Cat } } });
  const use = `export const all: GetThingResponse = {
      pet: { kind: "cat" },
      animal: { kind: "feline" },
    };`;
  expect(await errorsOf(document, use)).toBe("");
});

const named = (...names: string[]) =>
  names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

test("a union in allOf keeps the members of its branches, and is told apart by its discriminator", async () => {
  const kind = (name: string, type: string) => ({
    type: "object",
    required: ["type", name],
    properties: { type: { type: "string" }, [name]: { type } },
  });
  const mapping = { LAMP: "#/components/schemas/Lamp", LOCK: "#/components/schemas/Lock" };
  const schemas = {
    Device: { oneOf: named("Lamp", "Lock"), discriminator: { propertyName: "type", mapping } },
    Lamp: kind("lumen", "integer"),
    Lock: kind("pin", "string"),
  };
  const state = { type: "object", required: ["state"], properties: { state: { type: "string" } } };
  const document = oneOperation(answer({ allOf: [...named("Device"), state] }), {
    components: { schemas },
  });
  const use = `export const pinOf = (device: GetThingResponse): string =>
      device.type === "LOCK" ? device.pin + device.state : String(device.lumen);`;
  expect(await errorsOf(document, use)).toBe("");
});
