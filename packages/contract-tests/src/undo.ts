import { asObject } from "@chainkit/openapi";
import type { HttpRequest } from "./http/request.ts";
import type { Operation } from "./spec/operations.ts";

/** Tracks what a run creates, to remove what still exists at the end. */
export interface Undo {
  /** Records a request and its status. */
  remember(operation: Operation, request: HttpRequest, status: number): void;
  /** Removes everything that still exists; errors are ignored. */
  run(send: (operation: Operation, request: HttpRequest) => Promise<unknown>): Promise<void>;
}

/** Reads `x-undo` of all operations: which one undoes another with the same parameters. */
export function createUndo(operations: readonly Operation[]): Undo {
  const left = new Map<string, { operation: Operation; request: HttpRequest }>();
  const keyOf = ({ id }: Operation, { target, body }: HttpRequest) =>
    `${id} ${target.split("?")[0]} ${body ?? ""}`;
  return {
    remember(operation, request, status) {
      if (status < 200 || status > 299) {
        return;
      }
      const { operationId } = asObject(operation.extensions["x-undo"]);
      const undo = operations.find(({ id }) => id === operationId);
      if (undo) {
        const { body, ...others } = request;
        const undoing = {
          ...others,
          method: undo.method,
          target: targetOf(operation, undo, request.target),
          withToken: undo.auth !== "none",
          ...(undo.body && body !== undefined && { body }),
        };
        left.set(keyOf(undo, undoing), { operation: undo, request: undoing });
      }
      left.delete(keyOf(operation, request));
    },
    async run(send) {
      for (const { operation, request } of left.values()) {
        await send(operation, request).catch(() => undefined);
      }
    },
  };
}

/** Builds the path of the undoing operation from the shared path parameters. */
function targetOf(operation: Operation, undo: Operation, target: string): string {
  const [path = ""] = target.split("?");
  const values = path.split("/");
  const names = operation.path.split("/");
  return undo.path
    .split("/")
    .map((segment) => (/^\{.*\}$/.test(segment) ? values[names.indexOf(segment)] : segment))
    .join("/");
}
