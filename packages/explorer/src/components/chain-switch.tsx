import { CHAINS, type ChainName, isChainName } from "../chains.ts";
import { navigate } from "../routing/use-route.ts";

/** Chooses the chain; a number or hash of one chain means nothing on another, so it goes home. */
export function ChainSwitch({ chain }: { chain: ChainName }) {
  return (
    <select
      aria-label="Chain"
      value={chain}
      onChange={({ target: { value } }) => {
        if (isChainName(value)) {
          navigate({ chain: value, page: "home" });
        }
      }}
    >
      {Object.entries(CHAINS).map(([name, { label }]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
