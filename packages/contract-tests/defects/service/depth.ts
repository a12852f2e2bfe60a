import type { Fields } from "../../test/reference/data.ts";
import type { Service } from "../../test/reference/service.ts";
import { type Defect, defectsOf } from "./defect.ts";

/** Number of records behind which the defects begin: that of a first walk. */
const DEPTH = 1000;

const long = (change: (service: Service) => void) => (service: Service) => {
  service.lengthen();
  change(service);
};
const pages = (change: (items: readonly Fields[], size: number) => readonly Fields[]) =>
  long((service) => {
    const { itemsAt } = service;
    service.itemsAt = (all, start, end) => {
      const items = itemsAt.call(service, all, start, end);
      return start >= DEPTH ? change(items, end - start) : items;
    };
  });
const records = (operation: string, change: (all: readonly Fields[]) => readonly Fields[]) =>
  long((service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const all = recordsOf.call(service, call);
      return call.operation === operation ? change(all) : all;
    };
  });

/** Defects behind the first thousand records of a listing. */
export const depthDefects: readonly Defect[] = defectsOf("depth", "implied", {
  "half of every page is left out": pages((items) => items.slice(0, items.length / 2)),
  "half of every full page is left out": pages((items, size) =>
    size === 100 ? items.slice(0, items.length / 2) : items,
  ),
  "the last record of every small page is left out": pages((items, size) =>
    size < 100 ? items.slice(0, -1) : items,
  ),
  "every page begins with the record before": long((service) => {
    const { itemsAt } = service;
    service.itemsAt = (all, start, end) =>
      itemsAt.call(service, all, start > DEPTH ? start - 1 : start, end);
  }),
  "the beginning is listed again": long((service) => {
    const { decodeCursor } = service;
    service.decodeCursor = (call, cursor) => {
      const offset = decodeCursor.call(service, call, cursor);
      return offset === 1200 ? 500 : offset;
    };
  }),
  "a wallet misses every other transaction, with any limit": records(
    "getAddressTransactions",
    (all) => all.filter((_, index) => index < DEPTH || index % 2 === 0),
  ),
  "old blocks miss their first transaction among the latest ones": records(
    "getLatestTransactions",
    (all) =>
      all.filter(({ transaction_index }, index) => index < DEPTH + 500 || transaction_index !== 0),
  ),
  "a large block ends early": records("getBlockTransactions", (all) => all.slice(0, 1200)),
  "a filter finds the first tokens only": long((service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const all = recordsOf.call(service, call);
      const isFiltered = call.parameters["contract-address"] !== undefined;
      return isFiltered ? all.filter((each) => service.tokens.indexOf(each) < DEPTH) : all;
    };
  }),
});
