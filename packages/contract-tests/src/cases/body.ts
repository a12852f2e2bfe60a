import { boundaries } from "../schema/boundary.ts";
import { corruptions } from "../schema/corrupt.ts";
import { requestFaults } from "../schema/validator.ts";
import { pathText } from "../schema/walk.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { accepting, type Call, refusing } from "./expect.ts";
import { type BodyCall, mediaCases } from "./media-body.ts";
import { requestIfWritable } from "./values.ts";

/** Values of a body that are tried on either side of its bounds: schemas that refer to each other have no end of them. */
const MAX_CASES = 500;

/** Cases with bodies inside and outside the bounds of the schema, malformed JSON, and other media types. */
export function bodyCases(call: Call): Case[] {
  const { body } = call.operation;
  if (!body) {
    return [];
  }
  const own = { ...call, body };
  // In a form, most values are texts, which servers read as they like.
  const edges = body.format === "json" ? atTheEdges(own) : [];
  return [...edges, ...beyond(own), ...mediaCases(own)];
}

function atTheEdges(call: BodyCall): Case[] {
  const { operation, body, base } = call;
  const { spec } = operation;
  const schema = body.schema ?? {};
  return [...boundaries(spec, schema, base.body).take(MAX_CASES)]
    .filter(({ value }) => requestFaults(spec, schema, value).length === 0)
    .map(({ path, keyword, label, value }) =>
      accepting(
        call,
        { ...base, body: value },
        {
          kind: "boundary",
          name: `body${pathText(path)}: ${keyword.name} (${label})`,
          because: `body${pathText(path)} is valid at its boundary (${label})`,
          rule: { part: keyword.owner, key: keyword.name },
          stillExists: false,
          covers: { constraint: constraintKey("body", path, keyword.name, label), side: "accepts" },
          varies: { place: "body" },
        },
      ),
    );
}

function beyond(call: BodyCall): Case[] {
  const { operation, body, base } = call;
  const { spec } = operation;
  const schema = body.schema ?? {};
  return [...corruptions(spec, schema, base.body).take(MAX_CASES)].flatMap(
    ({ path, keyword, label, value }) => {
      // What forms can violate for certain is that a member is there.
      const isMissing = path.length === 0 && keyword.name === "required";
      const [fault] = body.format === "json" || isMissing ? requestFaults(spec, schema, value) : [];
      const request = fault && requestIfWritable(operation, { ...base, body: value });
      if (!request) {
        return [];
      }
      const field = path[0] ?? (keyword.name === "required" ? label : undefined);
      return refusing(call, request, {
        kind: "negative",
        name: `body${pathText(path)}: ${keyword.name} (${label})`,
        because: `the body${pathText(path)} ${fault.message} (${label})`,
        rule: { part: keyword.owner, key: keyword.name },
        errorParameter: field === undefined ? undefined : String(field),
        covers: { constraint: constraintKey("body", path, keyword.name, label), side: "refuses" },
        varies: { place: "body", keyword: keyword.name },
      });
    },
  );
}
