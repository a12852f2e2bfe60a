import { Rendered } from "../http/cacheable.ts";

const COMMA = Buffer.from(",");

/** An item of a list, as JSON in UTF-8. */
export interface RenderedItem<Item> {
  /** For the types only: an item of another list does not compile. */
  readonly item?: Item;
  readonly json: Buffer;
}

/**
 * Creates a function that makes something of each record once, for as long as the record is in use.
 * Records that many callers ask for stay in the cache of the store, and what is made of them with them.
 */
function once<Source extends object, Made>(
  make: (record: Source) => Made,
): (record: Source) => Made {
  const known = new WeakMap<Source, Made>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) {
      return before;
    }
    const made = make(record);
    known.set(record, made);
    return made;
  };
}

/** Creates a renderer of single records. A text, because Node sends it together with the headers. */
export function renderedOnce<Source extends object, Shown>(
  show: (record: Source) => Shown,
): (record: Source) => Rendered<Shown> {
  return once((record) => new Rendered<Shown>(JSON.stringify(show(record))));
}

/** Creates a renderer of the items of lists. Bytes, because many of them are put together at once. */
export function itemsOnce<Source extends object, Item>(
  show: (record: Source) => Item,
): (record: Source) => RenderedItem<Item> {
  return once((record) => ({ json: Buffer.from(JSON.stringify(show(record))) }));
}

/**
 * Puts rendered items into an object with one list.
 *
 * @param rest Its other fields.
 */
export function renderedList<Data extends object, Field extends keyof Data & string>(
  field: Field,
  items: readonly RenderedItem<Data[Field] extends readonly (infer Item)[] ? Item : never>[],
  rest: Omit<Data, Field>,
): Rendered<Data> {
  const head = `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:[`;
  const parts = items.flatMap(({ json }, at) => (at === 0 ? [json] : [COMMA, json]));
  return new Rendered<Data>(Buffer.concat([Buffer.from(head), ...parts, Buffer.from("]}")]));
}
