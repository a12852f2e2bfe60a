import { bodyValue, exampleValue } from "./document.ts";
import { authOf, hasClient, isWhole, type OperationModel } from "./models.ts";

/** A request, and what every reader of its document must make of it. */
export interface Expected {
  readonly title: string;
  readonly target: string;
  readonly init: RequestInit;
  /** The status that it leads to. */
  readonly status: 200 | 400 | 401;
  /** For 200: the parameters of the call, as a handler gets them and a client takes them. */
  readonly values: Readonly<Record<string, unknown>>;
}

interface Change {
  readonly title: string;
  readonly status: Expected["status"];
  /** The parameter that is left out or too large. */
  readonly missing?: string;
  readonly over?: string;
  /** Whether what is optional is there, too. */
  readonly isFull?: boolean;
  readonly body?: unknown;
  readonly hasToken?: boolean;
}

/** A valid request with all there is and one with only what is required, and invalid ones. */
export function requestsOf(model: OperationModel): Expected[] {
  const { parameters, body } = model;
  const changes: Change[] = [
    { title: "all there is", status: 200, isFull: true },
    { title: "what is required", status: 200 },
    ...parameters
      .filter((each) => each.required && each.in !== "path")
      .map(({ name }): Change => ({ title: `without ${name}`, status: 400, missing: name })),
    ...parameters
      .filter(({ type }) => type === "integer")
      .map(({ name }): Change => ({ title: `${name} too large`, status: 400, over: name })),
    ...(authOf(model) === "none"
      ? []
      : [
          {
            title: "no token",
            status: authOf(model) === "required" ? 401 : 200,
            hasToken: false,
          } as const,
        ]),
    ...(body
      ? ([
          { title: "no body", status: body.required ? 400 : 200, body: undefined },
          { title: "another body", status: 400, body: "text" },
          { title: "a body without what it needs", status: 400, body: { b: 1 } },
        ] satisfies Change[])
      : []),
    ...(body?.form === "siblings"
      ? [{ title: "a body without b", status: 400, body: { a: "x" } } as const]
      : []),
  ];
  return changes.map((change) => requestOf(model, change));
}

function requestOf(model: OperationModel, change: Change): Expected {
  const { title, status, missing, over, isFull = false, hasToken = true } = change;
  const { id, parameters, body } = model;
  const values: Record<string, unknown> = {};
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let target = `/${id}`;
  for (const parameter of parameters) {
    const { name, in: place, required } = parameter;
    const isSent = (required || isFull || name === over) && name !== missing;
    if (!isSent) {
      continue;
    }
    const value = exampleValue(parameter, name === over);
    values[name] = value;
    if (place === "path") {
      target += `/${value}`;
    } else if (place === "query") {
      query.set(name, String(value));
    } else {
      headers[name] = String(value);
    }
  }
  if (hasToken && authOf(model) !== "none" && hasClient(model)) {
    headers.authorization = "Bearer good";
  }
  const sent = "body" in change ? change.body : bodyToSend(model, isFull);
  if (sent !== undefined) {
    headers["content-type"] = "application/json";
    Object.assign(values, body && isWhole(body) ? { body: sent } : sent);
  }
  query.sort();
  return {
    title,
    target: query.size > 0 ? `${target}?${query}` : target,
    init: {
      method: body ? "POST" : "GET",
      headers,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
    status,
    values,
  };
}

function bodyToSend({ body }: OperationModel, isFull: boolean): unknown {
  return body && (body.required || isFull) ? bodyValue(body) : undefined;
}
