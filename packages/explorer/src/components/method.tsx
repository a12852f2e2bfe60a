import type { AddressData } from "@chainkit/client";
import { readDecoded } from "../format/decoded.ts";
import { methodName, selectorOf } from "../format/selectors.ts";

/** The called method: decoded, or else (with a dashed edge) the name of its selector, or the selector. */
export function Method({ transaction }: { transaction: AddressData.Transaction }) {
  const { decoded, input, to_address } = transaction;
  if (!to_address) {
    return <span className="method">create</span>;
  }
  const call = readDecoded(decoded);
  if (call) {
    return (
      <span className="method" title={call.method}>
        {call.method}
      </span>
    );
  }
  const selector = selectorOf(input ?? "0x");
  return selector ? (
    <span className="method raw" title={`${selector}, not decoded`}>
      {methodName(selector) ?? selector}
    </span>
  ) : (
    <span className="muted">plain</span>
  );
}
