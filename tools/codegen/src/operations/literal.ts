import { propertyName } from "@chainkit/openapi/rules";

/** Emits plain data as a TypeScript expression. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(", ")}]`;
  }
  if (Object(value) !== value) {
    return JSON.stringify(value);
  }
  const entries = Object.entries(value as object).map(
    ([name, item]) => `${propertyName(name)}: ${literal(item)}`,
  );
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
}
