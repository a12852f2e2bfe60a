import { entriesOf, escaped } from "./json.ts";
import type { JsonSchemas, Use } from "./json-schemas.ts";
import { type Alternative, Attempts } from "./sample-attempts.ts";
import {
  asText,
  discriminated,
  isMap,
  lateness,
  leadsBack,
  memberWith,
  othersOf,
  rotated,
  textProblem,
  typesOf,
  unlike,
} from "./sample-choices.ts";
import { type JsonSchema, type Keywords, keywordsOf } from "./sample-keywords.ts";
import { numbersOf, textsOf } from "./sample-scalars.ts";
import type { ErrorObject } from "./validate.ts";

/** Depth from which only required members are made. */
const DEEP = 4;
/** How often a schema may be part of itself where that is needed. */
const MAX_RECURSIONS = 2;
/** Values that are tried in one attempt. */
const MAX_VALUES = 20_000;
/** Positions that are tried for items that differ. */
const MAX_POSITIONS = 50;

/** No value can be made of a part of a schema. Its message says where, and asks for an example. */
export class NoSampleError extends Error {
  override readonly name = "NoSampleError";
}

/** The error for a place of which no value can be made. */
export function noSample(at: string, why: string): NoSampleError {
  return new NoSampleError(
    `${at} has no example, and none can be generated: ${why}. Add an \`example\`.`,
  );
}

/** Where a value is made. */
interface Place {
  /** JSON pointer in the whole value. */
  readonly pointer: string;
  readonly name: string;
  readonly depth: number;
  /** Keys of the references above. */
  readonly keys: readonly string[];
  /** Position in a list whose items differ. */
  readonly position: number;
  /** Choices and discriminators of the schema that have been decided. */
  readonly decided: readonly object[];
}

/** Makes values of one schema. */
export class SampleMaker {
  readonly #schemas: JsonSchemas;
  readonly #use: Use;
  readonly #at: string;
  readonly #attempts = new Attempts();
  #made = 0;

  constructor(schemas: JsonSchemas, use: Use, at: string) {
    this.#schemas = schemas;
    this.#use = use;
    this.#at = at;
  }

  /** Makes a value: the same each time, but for what was chosen by `tryOthers`. */
  sample(schema: JsonSchema): unknown {
    this.#attempts.clearCounts();
    this.#made = 0;
    const name = /\w*$/.exec(this.#at)?.[0] ?? "";
    return this.#make(schema, { pointer: "", name, depth: 0, keys: [], position: 0, decided: [] });
  }

  #make(schema: JsonSchema, place: Place): unknown {
    const keywords = keywordsOf(this.#schemas, schema);
    if (!keywords) {
      throw this.#failure(place, "its schema allows no value");
    }
    const isRecursive =
      place.decided.length === 0 &&
      keywords.keys.some(
        (key) => place.keys.filter((each) => each === key).length > MAX_RECURSIONS,
      );
    if (isRecursive || this.#made++ > MAX_VALUES) {
      throw this.#failure(place, "its schema is recursive");
    }
    // A choice is about the same value, whose keys are counted once.
    const isCounted = (key: string) => place.decided.length > 0 && place.keys.includes(key);
    const keys = keywords.keys.filter((key) => !isCounted(key));
    const within = { ...place, keys: [...place.keys, ...keys] };
    const alternatives = this.#alternatives(schema, keywords, within);
    const failure = this.#failure(place, "its schema allows no value");
    return this.#attempts.take(place.pointer, place.decided.length, alternatives, failure);
  }

  /** Chooses others of the values that are wrong, or that hold them. Returns false if there are none. */
  tryOthers(errors: readonly ErrorObject[]): boolean {
    return this.#attempts.tryOthers(errors);
  }

  #alternatives(schema: JsonSchema, keywords: Keywords, place: Place): Alternative[] {
    const shown = keywords.shown.map((value) => asText(value, keywords));
    if (keywords.values) {
      const first = keywords.values.filter((value) => shown.includes(value));
      return constants(rotated([...new Set([...first, ...keywords.values])], place.position));
    }
    // A list whose items differ has the examples only as far as they do.
    const examples = constants(shown.slice(place.position));
    const choice = keywords.choices.find(({ source }) => !place.decided.includes(source));
    if (choice) {
      const decided = [...place.decided, choice.source];
      const of = (branch: JsonSchema, distinct: JsonSchema): Alternative => {
        const member = discriminated(this.#schemas, branch, keywords);
        return () =>
          this.#make({ allOf: [member, branch, schema, distinct] }, { ...place, decided });
      };
      const branches = [...choice.branches].sort(
        (a, b) => lateness(a, place.keys) - lateness(b, place.keys),
      );
      const others = choice.isExclusive
        ? branches.map((branch) => of(branch, unlike(this.#schemas, branch, branches)))
        : [];
      return [...examples, ...branches.map((branch) => of(branch, true)), ...others];
    }
    const heirs = this.#heirs(schema, keywords, place);
    if (heirs.length > 0) {
      return [...examples, ...heirs];
    }
    const made = typesOf(keywords).flatMap((type) => this.#ofType(type, keywords, place));
    return [...examples, ...made];
  }

  /** A schema with a discriminator stands for those that it maps to, or is one of them. */
  #heirs(schema: JsonSchema, keywords: Keywords, place: Place): Alternative[] {
    const discriminator = keywords.discriminators.find((each) => !place.decided.includes(each));
    if (!discriminator) {
      return [];
    }
    const decided = [...place.decided, discriminator];
    const mapping = entriesOf(discriminator.mapping).map(
      ([value, key]) => [value, String(key)] as const,
    );
    const own = keywords.keys.find((key) => mapping.some(([, target]) => target === key));
    const heirs = own === undefined ? mapping : mapping.filter(([, key]) => key === own);
    return heirs.map(([value, key]) => {
      const all = { allOf: [memberWith(discriminator, value), { $ref: key }, schema] };
      return () => this.#make(all, { ...place, decided });
    });
  }

  #ofType(type: string, keywords: Keywords, place: Place): Alternative[] {
    const { name, position } = place;
    const known = (values: readonly unknown[], problem: string): Alternative[] => {
      const none = () => {
        throw this.#failure(place, problem);
      };
      return values.length > 0 ? constants(values) : [none];
    };
    switch (type) {
      case "null":
        return [() => null];
      case "boolean":
        return constants(rotated([true, false], position));
      case "string":
        return known(textsOf(keywords, name, position), textProblem(keywords));
      case "integer":
      case "number":
        return known(numbersOf(keywords, position), "no number fits its bounds");
      case "array":
        return [() => this.#array(keywords, place)];
      default: {
        const { properties, required } = keywords;
        const hasOptional = [...properties.keys()].some((each) => !required.includes(each));
        const ways = hasOptional ? [true, false] : [false];
        return ways.map((withOptional) => () => this.#object(keywords, place, withOptional));
      }
    }
  }

  #array(keywords: Keywords, place: Place): unknown[] {
    const { prefixItems, items, contains, minItems, maxItems, isUnique } = keywords;
    const values: unknown[] = [];
    const add = (schema: JsonSchema, position: number) => {
      const pointer = `${place.pointer}/${values.length}`;
      const depth = place.depth + 1;
      values.push(this.#make(schema, { ...place, pointer, depth, position, decided: [] }));
    };
    for (const schema of prefixItems.slice(0, maxItems)) {
      add(schema, 0);
    }
    for (let count = 0; contains !== undefined && count < keywords.minContains; count++) {
      add({ allOf: [contains, items] }, isUnique ? count : 0);
    }
    if (values.length === 0 && minItems === 0 && maxItems > 0) {
      this.#optional(place, items, () => add(items, 0));
    }
    for (let position = values.length; values.length < minItems; position++) {
      add(items, isUnique ? position : 0);
      if (isUnique && new Set(values.map((each) => JSON.stringify(each))).size < values.length) {
        values.pop();
        if (position > MAX_POSITIONS + minItems) {
          throw this.#failure(place, "its items must be unique");
        }
      }
    }
    return values;
  }

  /** An object with all members, or with those that are needed. */
  #object(keywords: Keywords, place: Place, withOptional: boolean): object {
    const { properties, required, minProperties, maxProperties } = keywords;
    const members: [string, unknown][] = [];
    const add = (name: string, schema: JsonSchema) => {
      const pointer = `${place.pointer}/${escaped(name)}`;
      const depth = place.depth + 1;
      members.push([name, this.#make(schema, { ...place, pointer, name, depth, decided: [] })]);
    };
    for (const [name, schema] of properties) {
      if (required.includes(name)) {
        add(name, schema);
      } else if (withOptional && members.length < maxProperties) {
        this.#optional(place, schema, () => add(name, schema));
      }
    }
    for (const name of required.filter((each) => !properties.has(each))) {
      add(name, othersOf(keywords, name));
    }
    const least = isMap(keywords) && maxProperties > 0 ? Math.max(1, minProperties) : minProperties;
    for (let position = 0; members.length < least && position < MAX_POSITIONS + least; position++) {
      const name = this.#nameOf(keywords, place, position);
      if (!members.some(([each]) => each === name)) {
        add(name, othersOf(keywords, name));
      }
    }
    return Object.fromEntries(members);
  }

  /** A name for a member that is not declared. */
  #nameOf(
    { propertyNames, patternProperties, additionalProperties }: Keywords,
    place: Place,
    position: number,
  ) {
    const [first] = patternProperties;
    const schema =
      propertyNames ?? (additionalProperties === false && first ? { pattern: first[0] } : true);
    if (schema === true) {
      return `key${position === 0 ? "" : position}`;
    }
    const named = { allOf: [{ type: "string" }, schema] };
    const pointer = `${place.pointer}/ name`;
    return String(this.#make(named, { ...place, pointer, position, decided: [] }));
  }

  /** Leaves out what is not needed if no value can be made of it, or only the other side of a message has it. */
  #optional(place: Place, schema: JsonSchema, add: () => void): void {
    const about = keywordsOf(this.#schemas, schema);
    const isOther = this.#use === "request" ? about?.isReadOnly : about?.isWriteOnly;
    const isRecursive =
      about?.keys.some((key) => place.keys.includes(key)) ||
      about?.choices.some(({ branches }) =>
        branches.every((branch) => leadsBack(branch, place.keys)),
      );
    if (place.depth > DEEP || isOther || isRecursive) {
      return;
    }
    try {
      add();
    } catch (error) {
      if (!(error instanceof NoSampleError)) {
        throw error;
      }
    }
  }

  #failure({ pointer }: Place, why: string): NoSampleError {
    const path = pointer.replaceAll(/\/\d+(?=\/|$)/g, "[]").replaceAll("/", ".");
    return noSample(`${this.#at}${path}`, why);
  }
}

function constants(values: readonly unknown[]): Alternative[] {
  return values.map((value) => () => value);
}
