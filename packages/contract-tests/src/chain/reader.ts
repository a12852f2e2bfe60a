import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Context } from "../context.ts";
import { UntriedError } from "../untried.ts";

/** Reads data from a target; failures count as missing data. */
export interface Reader {
  /** Returns the body of a success; undefined otherwise. */
  read(id: string, params: CallParams): Promise<JsonObject | undefined>;
  /** Returns the records of a listing's first pages. Default: of the first one. */
  records(id: string, params: CallParams, maxPages?: number): Promise<JsonObject[]>;
}

/** Creates a reader that stops at the time limit of the run. */
export function createReader(context: Context, isOver: () => boolean): Reader {
  const read = async (id: string, params: CallParams) => {
    const operation = context.operations.find((each) => each.id === id);
    if (!operation || isOver()) {
      return undefined;
    }
    const expect = { statuses: ["200"], because: "", rule: { part: operation.node } };
    const request = context.request(operation, params);
    try {
      const { response, verdict } = await context.exchange(operation, request, expect);
      return response?.status === 200 && isObject(verdict.body) ? verdict.body : undefined;
    } catch (error) {
      if (error instanceof UntriedError) {
        return undefined;
      }
      throw error;
    }
  };
  return {
    read,
    async records(id, params, maxPages = 1) {
      const { pagination } = context.operations.find((each) => each.id === id) ?? {};
      const found: JsonObject[] = [];
      let cursor: unknown;
      for (let page = 1; pagination && page <= maxPages; page += 1) {
        const body = await read(id, { ...params, [pagination.cursorParameter]: cursor });
        found.push(...itemsOf(body?.[pagination.itemsField]).filter(isObject));
        cursor = body?.[pagination.cursorField];
        if (typeof cursor !== "string") {
          break;
        }
      }
      return found;
    },
  };
}
