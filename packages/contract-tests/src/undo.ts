import { isObject } from "@chainkit/openapi";
import type { HttpRequest } from "./http/request.ts";
import type { Operation } from "./spec/operations.ts";

/** Remembers what was created, to undo what still exists at the end. */
export interface Undo {
  /** Takes note of a request and the status it led to. */
  remember(operation: Operation, request: HttpRequest, status: number): void;
  /** Undoes everything that still exists; errors on the way are ignored. */
  run(send: (operation: Operation, request: HttpRequest) => Promise<unknown>): Promise<void>;
}

/** The operation that undoes this one, given the same parameters (`x-undo`). */
function undoOf(
  { extensions }: Operation,
  operations: readonly Operation[],
): Operation | undefined {
  const stated = extensions["x-undo"];
  const id = isObject(stated) ? stated.operationId : undefined;
  return operations.find((each) => each.id === id);
}

/** Reads from `x-undo` which operation undoes which. */
export function createUndo(operations: readonly Operation[]): Undo {
  const left = new Map<string, { operation: Operation; request: HttpRequest }>();
  const keyOf = ({ id }: Operation, { target, body }: HttpRequest) =>
    `${id} ${target.split("?")[0]} ${body ?? ""}`;
  return {
    remember(operation, request, status) {
      if (status < 200 || status > 299) {
        return;
      }
      const undo = undoOf(operation, operations);
      if (undo) {
        const { body, ...undoing } = {
          ...request,
          method: undo.method,
          target: targetOf(operation, undo, request.target),
          withToken: undo.auth !== "none",
        };
        const whole = undo.body && body !== undefined ? { ...undoing, body } : undoing;
        left.set(keyOf(undo, whole), { operation: undo, request: whole });
      }
      left.delete(keyOf(operation, request));
    },
    async run(send) {
      for (const { operation, request } of left.values()) {
        await send(operation, request).catch(() => undefined);
      }
      left.clear();
    },
  };
}

/** The path of the undoing operation, with the path parameters that both share. */
function targetOf(operation: Operation, undo: Operation, target: string): string {
  const [path = ""] = target.split("?");
  const values = path.split("/");
  const names = operation.path.split("/");
  return undo.path
    .split("/")
    .map((segment) => (/^\{.*\}$/.test(segment) ? values[names.indexOf(segment)] : segment))
    .join("/");
}
