import { CHAINS, type ChainName, isChainName, SERVED } from "../chains.ts";
import { navigate } from "../routing/use-route.ts";
import { Icon } from "./icon.tsx";

/** Chooses the chain; a number or hash of one chain means nothing on another, so it goes home. */
export function ChainSwitch({ chain }: { chain: ChainName }) {
  return (
    <label className="field chain">
      <span className="hidden">Chain</span>
      <select
        value={chain}
        onChange={({ target: { value } }) => {
          if (isChainName(value)) {
            navigate({ chain: value, page: "home" });
          }
        }}
      >
        {!SERVED.includes(chain) && <option value={chain}>{CHAINS[chain].label}</option>}
        {SERVED.map((name) => (
          <option key={name} value={name}>
            {CHAINS[name].label}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="down" />
    </label>
  );
}
