import { answer, documentWith, oneOperation, typeTests } from "./support.ts";

const typeTest = typeTests();

typeTest("a discriminator may name a schema that is not there", () => {
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
  return { document, use };
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

typeTest("a value that a schema states is not replaced by its name", () => {
  const document = pets({ cat: { type: "string", enum: ["cat"] }, dog: { const: "dog" } });
  const use = `export const kinds: GetThingResponse["kind"][] = ["cat", "dog"];
    // @ts-expect-error the name of the schema
    export const name: GetThingResponse["kind"] = "Cat";`;
  return { document, use };
});

typeTest("a discriminator still says what the schemas do not", () => {
  const text = { type: "string" };
  const named = { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
  const use = `export const kinds: GetThingResponse["kind"][] = ["cat", "dog"];
    // @ts-expect-error no kind
    export const other: GetThingResponse["kind"] = "bird";`;
  return { document: pets({ cat: text, dog: text }, named), use };
});

typeTest("an heir keeps the value that it states", () => {
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
  return { document, use };
});

typeTest("two discriminators that name one schema differently are both left out", () => {
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
  return { document, use };
});

const named = (...names: string[]) =>
  names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

typeTest(
  "a union in allOf keeps the members of its branches, and is told apart by its discriminator",
  () => {
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
    const state = {
      type: "object",
      required: ["state"],
      properties: { state: { type: "string" } },
    };
    const document = oneOperation(answer({ allOf: [...named("Device"), state] }), {
      components: { schemas },
    });
    const use = `export const pinOf = (device: GetThingResponse): string =>
      device.type === "LOCK" ? device.pin + device.state : String(device.lumen);`;
    return { document, use };
  },
);
