import { Rendered } from "../http/cacheable.ts";

const COMMA = Buffer.from(",");

/** A list item as JSON in UTF-8. */
export interface RenderedItem<Item> {
  /** Type-level brand: an item of another list does not compile. */
  readonly item?: Item;
  readonly json: Buffer;
}

/**
 * Memoises a function per record object. Frequently requested records stay in the cache of the store,
 * and their results with them.
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

/** Creates a renderer of single records. Returns a string, which Node sends in one write with the headers. */
export function renderedOnce<Source extends object, Shown>(
  show: (record: Source) => Shown,
): (record: Source) => Rendered<Shown> {
  return once((record) => new Rendered<Shown>(JSON.stringify(show(record))));
}

/** Creates a renderer of list items. Returns bytes, which are cheap to concatenate. */
export function itemsOnce<Source extends object, Item>(
  show: (record: Source) => Item,
): (record: Source) => RenderedItem<Item> {
  return once((record) => ({ json: Buffer.from(JSON.stringify(show(record))) }));
}

/**
 * Renders an object that contains one list of rendered items.
 *
 * @param rest The other fields of the object.
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
