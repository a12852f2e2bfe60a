import { boundaries } from "../schema/boundary.ts";
import { corruptions } from "../schema/corrupt.ts";
import { requestFaults } from "../schema/validator.ts";
import { type Path, pathText } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { accepted, refused } from "./expect.ts";
import { type BodyContext, mediaCases } from "./media-body.ts";
import { requestFor, requestIfWritable, type Setting, type Values } from "./values.ts";

/** Values of a body that are tried on either side of its bounds: schemas that refer to each other have no end of them. */
const MAX_CASES = 500;

/** Cases with bodies inside and outside the bounds of the schema, malformed JSON, and other media types. */
export function bodyCases(operation: Operation, setting: Setting, base: Values): Case[] {
  const { body } = operation;
  if (!body) {
    return [];
  }
  const context = { operation, body, base, setting };
  // In a form, most values are texts, which servers read as they like.
  const edges = body.format === "json" ? atTheEdges(context) : [];
  return [...edges, ...beyond(context), ...mediaCases(context)];
}

function atTheEdges({ operation, body, base, setting }: BodyContext): Case[] {
  const { spec } = operation;
  const schema = body.schema ?? {};
  return [...boundaries(spec, schema, base.body).take(MAX_CASES)]
    .filter(({ value }) => requestFaults(spec, schema, value).length === 0)
    .map(({ path, keyword, label, value }) => {
      const values = { ...base, body: value };
      const rule = { part: keyword.owner, key: keyword.name };
      const because = `body${pathText(path)} is valid at its boundary (${label})`;
      return {
        operation,
        kind: "boundary",
        name: `body${pathText(path)}: ${keyword.name} (${label})`,
        request: requestFor(operation, values),
        expect: accepted(operation, setting, values, because, rule, false),
        needs: ["harmless"],
        valid: true,
        covers: { constraint: constraintKey("body", path, keyword.name, label), side: "accepts" },
        varies: { place: "body" },
      };
    });
}

/** Whether a body lacks a member: what forms can violate for certain. */
function isMissing(path: Path, keyword: string): boolean {
  return path.length === 0 && keyword === "required";
}

function beyond({ operation, body, base }: BodyContext): Case[] {
  const { spec } = operation;
  const schema = body.schema ?? {};
  return [...corruptions(spec, schema, base.body).take(MAX_CASES)].flatMap(
    ({ path, keyword, label, value }) => {
      if (body.format !== "json" && !isMissing(path, keyword.name)) {
        return [];
      }
      const [fault] = requestFaults(spec, schema, value);
      const request = requestIfWritable(operation, { ...base, body: value });
      if (!fault || !request) {
        return [];
      }
      const name = `body${pathText(path)}: ${keyword.name} (${label})`;
      const because = `the body${pathText(path)} ${fault.message} (${label})`;
      const rule = { part: keyword.owner, key: keyword.name };
      const field = path[0] ?? (keyword.name === "required" ? label : undefined);
      const errorParameter = field === undefined ? undefined : String(field);
      return {
        operation,
        kind: "negative",
        name,
        request,
        expect: refused(operation, because, rule, errorParameter),
        needs: [],
        valid: false,
        covers: { constraint: constraintKey("body", path, keyword.name, label), side: "refuses" },
        varies: { place: "body", keyword: keyword.name },
      };
    },
  );
}
