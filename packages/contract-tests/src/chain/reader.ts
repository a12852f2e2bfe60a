import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Context } from "../context.ts";

/** Reads the records of a listing's first pages, by default of the first one; failures count as missing data. */
export type Reader = (id: string, params: CallParams, maxPages?: number) => Promise<JsonObject[]>;

/** Creates a reader that stops at the time limit of the run. */
export function createReader(context: Context, isOver: () => boolean): Reader {
  return async (id, params, maxPages = 1) => {
    const operation = context.operations.find((each) => each.id === id);
    const { pagination } = operation ?? {};
    const found: JsonObject[] = [];
    let cursor: unknown;
    for (let page = 1; operation && pagination && page <= maxPages && !isOver(); page += 1) {
      const asked = { ...params, [pagination.cursorParameter]: cursor };
      const { response, verdict } = await context.ask(operation, asked);
      const body = response?.status === 200 && isObject(verdict.body) ? verdict.body : {};
      found.push(...itemsOf(body[pagination.itemsField]).filter(isObject));
      cursor = body[pagination.cursorField];
      if (typeof cursor !== "string") {
        break;
      }
    }
    return found;
  };
}
