import type { Fields } from "../../test/reference/data.ts";
import type { Service } from "../../test/reference/service.ts";
import { bodies, type Defect, defectsOf, member, set } from "./defect.ts";

const sizes = (size: (usual: number, offset: number) => number) => (service: Service) => {
  const { sizeOf } = service;
  service.sizeOf = (limit, offset) => size(sizeOf.call(service, limit, offset), offset);
};
const offsets = (change: (offset: number) => number) => (service: Service) => {
  const { encodeCursor } = service;
  service.encodeCursor = (call, offset) => encodeCursor.call(service, call, change(offset));
};
const counted = (count: Service["countOf"]) => (service: Service) => {
  service.countOf = count;
};
const records =
  (change: (all: readonly Fields[], service: Service) => readonly Fields[]) =>
  (service: Service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => change(recordsOf.call(service, call), service);
  };
let turn = 0;

/** Pages, cursors, filters and counts that are wrong. */
export const pagingDefects: readonly Defect[] = defectsOf("paging", "implied", {
  "limit ignored": sizes(() => 100),
  "one more than the limit": sizes((size) => size + 1),
  "one more than a large limit": sizes((size) => (size === 100 ? 101 : size)),
  "limit only on the first page": sizes((size, offset) => (offset === 0 ? size : 100)),
  "default of 200": member("limits", { min: 1, max: 100, usual: 200 }),
  "cursor of the same page": offsets((offset) => Math.max(0, offset - 100)),
  "last record again on the next page": offsets((offset) => offset - 1),
  "a record lost between pages": offsets((offset) => offset + 1),
  "records lost after the second page": offsets((offset) => (offset > 2 ? offset + 1 : offset)),
  "ends after the first page": member("encodeCursor", () => null),
  "ends after a while": (service) => {
    const { encodeCursor } = service;
    service.encodeCursor = (call, offset) =>
      offset > 5 ? null : encodeCursor.call(service, call, offset);
  },
  "never ends": (service) => {
    const { page } = service;
    service.page = (call, field, all) => {
      const answer = page.call(service, call, field, all);
      const body = answer.body as { cursor?: unknown };
      if (answer.status === 200) {
        body.cursor ??= service.encodeCursor(call, all.length + turn++);
      }
      return answer;
    };
  },
  "empty cursor at the end": bodies(
    "getErc20Balances getLatestTransactions",
    set("cursor", (b) => b.cursor ?? ""),
  ),
  "cursor ignored": member("decodeCursor", () => 0),
  "any cursor is the first page": (service) => {
    const { decodeCursor } = service;
    service.decodeCursor = (call, cursor) => decodeCursor.call(service, call, cursor) ?? 0;
  },
  "any cursor is the end": (service) => {
    const { decodeCursor } = service;
    service.decodeCursor = (call, cursor) => decodeCursor.call(service, call, cursor) ?? 1e6;
  },
  "cursors of other listings taken": member("scopeOf", () => ""),
  "own cursors refused": member("decodeCursor", () => undefined),
  "filter ignored": member("passes", () => true),
  "filter inverted": member(
    "passes",
    (filter, address) => filter === undefined || filter !== address,
  ),
  "filter hides all": member("passes", (filter) => filter === undefined),
  "filter by its beginning": member(
    "passes",
    (filter, address) => filter === undefined || String(address).startsWith(filter.slice(0, 8)),
  ),
  "unknown filter shows all": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const found = recordsOf.call(service, call);
      const { "contract-address": filter, ...parameters } = call.parameters;
      return found.length > 0 || filter === undefined
        ? found
        : recordsOf.call(service, { ...call, parameters });
    };
  },
  "count of all pages": counted((_, all) => all.length),
  "count of the limit": counted((items, _, limit) => Number(limit || items.length + 1)),
  "count is zero": counted(() => 0),
  "count one too high": counted((items) => items.length + 1),
  "another order each time": records((all) => {
    turn += 1;
    const shift = turn % Math.max(1, all.length);
    return [...all.slice(shift), ...all.slice(0, shift)];
  }),
  "a record twice": records((all) => (all.length > 2 ? [...all, all[0] as Fields] : all)),
  "first record left out with small limits": (service) => {
    const { page } = service;
    service.page = (call, field, all) =>
      page.call(service, call, field, call.parameters.limit === "1" ? all.slice(1) : all);
  },
  "transactions of everybody": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getAddressTransactions"
        ? service.listed(() => true)
        : recordsOf.call(service, call);
  },
  "transactions of the block before": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const blockNumber = String(Number(call.parameters.blockNumber) - 1);
      return recordsOf.call(service, { ...call, parameters: { ...call.parameters, blockNumber } });
    };
  },
  "transactions of newer blocks too": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getBlockTransactions"
        ? service.listed(
            ({ block_number }) => Number(block_number) >= Number(call.parameters.blockNumber),
          )
        : recordsOf.call(service, call);
  },
  "other fields on small pages": (service) => {
    const { page } = service;
    service.page = (call, field, all) =>
      page.call(
        service,
        call,
        field,
        Number(call.parameters.limit) < 10 && field === "transactions"
          ? all.map((record) => ({ ...record, nonce: "0" }))
          : all,
      );
  },
  "a filter always counts one": (service) => {
    const { countOf, page } = service;
    service.page = (call, field, all) => {
      service.countOf = call.parameters["contract-address"] ? () => 1 : countOf;
      return page.call(service, call, field, all);
    };
  },
  "a filter that nothing has is forgotten in capitals": (service) => {
    const { passes } = service;
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const isAbsent = /^0x0+DEAD$/.test(call.parameters["contract-address"] ?? "");
      service.passes = isAbsent ? () => true : passes;
      return recordsOf.call(service, call);
    };
  },
});
