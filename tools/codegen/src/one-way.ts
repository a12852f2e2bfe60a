import {
  asObject,
  entriesOf,
  itemsOf,
  type OpenApiDocument,
  readOperations,
  visitSchemas,
} from "@chainkit/openapi";
import { requiredIn, type Use } from "@chainkit/openapi/descriptions";

type Editable = Record<string, unknown>;

const PREFIX = "#/components/schemas/";

/**
 * Makes, in place, `readOnly` members optional in requests and `writeOnly` ones in responses, for a generator
 * that knows no directions. Named schemas with such members get a second form, such as `UserRequest`.
 */
export function splitOneWay(document: OpenApiDocument): void {
  const components = asObject(document.components);
  const operations = readOperations(document).map(({ node }) => node);
  const paths = (part: "requestBody" | "responses") =>
    Object.fromEntries(
      operations.map((node, index) => [`/${index}`, { post: { [part]: node[part] } }]),
    );
  const { requestBodies, responses } = components;
  split("request", document, { components: { requestBodies }, paths: paths("requestBody") });
  split("response", document, { components: { responses }, paths: paths("responses") });
}

function split(use: Use, document: OpenApiDocument, messages: object): void {
  const schemas = asObject(asObject(document.components).schemas) as Editable;
  const affected = affectedBy(use, document);
  const forms = new Map<string, string>();
  const formOf = (ref: unknown): unknown => {
    const name = typeof ref === "string" ? ref.slice(PREFIX.length) : "";
    if (!affected.has(name) || ref !== PREFIX + name) {
      return ref;
    }
    let form = forms.get(name);
    if (!form) {
      form = `${name}${use === "request" ? "Request" : "Response"}`;
      while (Object.hasOwn(schemas, form)) {
        form += "_";
      }
      // Named before it is converted, because a schema may be recursive.
      forms.set(name, form);
      schemas[form] = structuredClone(schemas[name]);
      visitSchemas({ components: { schemas: { copy: schemas[form] } } }, convert);
    }
    return PREFIX + form;
  };
  const convert = (schema: object) => {
    const node = schema as Editable;
    if (node.required) {
      node.required = requiredIn(use, document, node);
    }
    if (node.$ref) {
      node.$ref = formOf(node.$ref);
    }
    const { mapping } = asObject(node.discriminator);
    for (const [value, target] of entriesOf(mapping)) {
      (mapping as Editable)[value] = formOf(target);
    }
  };
  visitSchemas(messages as OpenApiDocument, convert);
}

/** The names of the schemas that have, or refer to, members which this use does not require. */
function affectedBy(use: Use, document: OpenApiDocument): Set<string> {
  const affected = new Set<string>();
  const users = new Map<string, string[]>();
  const mark = (name: string) => {
    if (!affected.has(name)) {
      affected.add(name);
      users.get(name)?.forEach(mark);
    }
  };
  const own: string[] = [];
  for (const [name, schema] of entriesOf(asObject(document.components).schemas)) {
    visitSchemas({ components: { schemas: { schema } } }, (node) => {
      const { required, $ref } = node as Editable;
      if (requiredIn(use, document, node).length < itemsOf(required).length) {
        own.push(name);
      }
      if (typeof $ref === "string") {
        const target = $ref.slice(PREFIX.length);
        users.set(target, [...(users.get(target) ?? []), name]);
      }
    });
  }
  own.forEach(mark);
  return affected;
}
