import { Rendered } from "../http/cacheable.ts";

const COMMA = Buffer.from(",");

/**
 * Creates a renderer that renders each record once, for as long as the record is in use. Records that
 * many callers ask for stay in the cache of the store, and what is rendered of them with them.
 */
export function renderedOnce<Source extends object, Shown>(
  show: (record: Source) => Shown,
): (record: Source) => Rendered<Shown> {
  const known = new WeakMap<Source, Rendered<Shown>>();
  return (record) => {
    const before = known.get(record);
    if (before) {
      return before;
    }
    const rendered = new Rendered<Shown>(Buffer.from(JSON.stringify(show(record))));
    known.set(record, rendered);
    return rendered;
  };
}

/**
 * Puts rendered items into an object with one list.
 *
 * @param rest Its other fields.
 */
export function renderedList<Data extends object, Field extends keyof Data & string>(
  field: Field,
  items: readonly Rendered<Data[Field] extends readonly (infer Item)[] ? Item : never>[],
  rest: Omit<Data, Field>,
): Rendered<Data> {
  const head = `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:[`;
  const parts = items.flatMap(({ json }, at) => (at === 0 ? [json] : [COMMA, json]));
  return new Rendered<Data>(Buffer.concat([Buffer.from(head), ...parts, Buffer.from("]}")]));
}
