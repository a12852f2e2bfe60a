import { successesOf } from "@chainkit/openapi";
import { isStyleSupported } from "@chainkit/openapi/rules";
import { requestOfExamples } from "../cases/values.ts";
import { faultsOfText, requestFaults } from "../schema/validator.ts";
import type { Target } from "../targets/target.ts";
import type { Operation } from "./operations.ts";

/**
 * Says why the suite cannot try an operation:
 *
 * - a parameter has a style without a form for its type;
 * - it requires what no request carries, of a target that is no mock, and without a client certificate;
 * - no valid request can be made, with which every other case begins;
 * - the target serves examples, and no success can be made that it could return.
 *
 * @returns The place and the reason; undefined if it can.
 */
export function untestable(
  operation: Operation,
  { isPrism, hasCertificate }: Pick<Target, "isPrism" | "hasCertificate">,
): string | undefined {
  const { id, path, parameters, spec, stated } = operation;
  if (path.includes("?")) {
    return `${id} (path: has a query string; turn it into query parameters)`;
  }
  for (const parameter of parameters) {
    let reason: string | undefined;
    isStyleSupported(spec.document, parameter, (_, what) => {
      reason ??= what;
    });
    if (reason !== undefined) {
      return `${id} (${parameter.in} parameter ${parameter.wireName}: ${reason})`;
    }
  }
  const unsent = stated.leftOut.find(({ where }) => where === "security");
  if (unsent && !isPrism && !hasCertificate) {
    return `${id} (security: ${unsent.what})`;
  }
  const reason = withoutRequest(operation) ?? (isPrism ? withoutResponse(operation) : undefined);
  return reason && `${id} (${reason})`;
}

/** Says why a mock, which has no data of its own, cannot return a success; undefined if it can. */
function withoutResponse({ id, responses }: Operation): string | undefined {
  try {
    for (const { media } of successesOf(responses)) {
      media[0]?.sample();
    }
    return undefined;
  } catch (error) {
    return (error as Error).message.split(`, ${id}: `).at(-1);
  }
}

/** Says why no valid request can be made; undefined if one can. Examples that are invalid are faults to report. */
function withoutRequest(operation: Operation): string | undefined {
  const { id, parameters, body, spec } = operation;
  const told = (place: string, message: string) =>
    `${place}: the value made from its schema ${message}; add an example`;
  try {
    for (const { wireName, in: place, required, examples, schema, sample } of parameters) {
      const value = required && examples.size === 0 ? sample() : undefined;
      const [fault] = value === undefined ? [] : faultsOfText(spec, schema, value);
      if (fault) {
        return told(`${place} parameter ${wireName}`, fault.message);
      }
    }
    const isMade = body?.examples.size === 0;
    const [fault] = isMade ? requestFaults(spec, body.schema, body.sample()) : [];
    if (fault) {
      return told("requestBody", fault.message);
    }
    // Styles and encodings have no form for some values.
    requestOfExamples(operation);
    return undefined;
  } catch (error) {
    return (error as Error).message.split(`, ${id}: `).at(-1);
  }
}
