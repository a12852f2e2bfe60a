import type { Answer, Call } from "../../reference/answers.ts";
import type { Service } from "../../reference/service.ts";
import type { Tags } from "../../reference/tags.ts";
import type { Basis } from "../corpus.ts";

/** One defect in the code of a server, which no change of exchanges can express, such as a refused creation that is carried out. */
export interface Defect {
  readonly name: string;
  readonly basis: Exclude<Basis, "allowed">;
  /** Seeds the defect into a service. */
  readonly apply: (service: Service) => void;
}

/** A body that a test may change at will. */
// biome-ignore lint/suspicious/noExplicitAny: defects reach into bodies of every shape, on purpose
export type Body = any;

/** Collects defects by what forbids them. */
export function defectsOf(
  basis: Defect["basis"],
  all: Readonly<Record<string, Defect["apply"]>>,
): Defect[] {
  return Object.entries(all).map(([name, apply]) => ({ name, basis, apply }));
}

/** What a service decides. */
type Decision = {
  [Name in keyof Service]: Service[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Service];

/** Decides something in the place of a service, whose own decision is at hand. */
export const decides =
  <Name extends Decision>(
    name: Name,
    decide: (own: Service[Name], ...args: Parameters<Service[Name]>) => ReturnType<Service[Name]>,
  ) =>
  (service: Service): void => {
    const own = service[name].bind(service) as Service[Name];
    const wrong = (...args: Parameters<Service[Name]>) => decide(own, ...args);
    service[name] = wrong as Service[Name];
  };

/** Changes responses of the given operations, or of all, before they are written. */
export function answers(
  operations: string,
  change: (answer: Answer, call: Call) => Answer,
  statuses: readonly number[] = [200],
): (service: Service) => void {
  const names = operations.split(" ");
  return decides("finish", (own, call, answer) => {
    const found = own(call, answer);
    return (operations === "" || names.includes(call.operation)) && statuses.includes(found.status)
      ? change(found, call)
      : found;
  });
}

/**
 * Puts a value at a place of a body.
 *
 * @param place Keys with dots between. Where it is not, nothing happens.
 */
export function set(
  place: string,
  value: ((body: Body) => unknown) | string | number | boolean | object | null,
): (body: Body) => void {
  return (body) => {
    const keys = place.split(".");
    const last = keys.pop() ?? "";
    const parent = keys.reduce((at, key) => at?.[key], body);
    if (parent) {
      parent[last] = typeof value === "function" ? value(body) : value;
    }
  };
}

/** Replaces a decision of the service's storage by a wrong one. */
export function memory<Name extends Exclude<keyof Tags, "versions">>(
  name: Name,
  wrong: Tags[Name],
) {
  return ({ tags }: Service): void => {
    tags[name] = wrong;
  };
}

/** Changes JSON bodies of some operations, in place or by returning another one. */
export function bodies(
  operations: string,
  change: (body: Body) => unknown,
  statuses?: readonly number[],
): (service: Service) => void {
  return answers(
    operations,
    (answer) => {
      const body: Body = structuredClone(answer.body);
      const other = change(body);
      return { ...answer, body: other === undefined ? body : other };
    },
    statuses,
  );
}
