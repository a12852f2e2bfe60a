import { CHAINS, type ChainName, DEFAULT_CHAIN, SERVED } from "../chains.ts";
import { Logo } from "../components/icon.tsx";
import { RouteLink } from "../components/links.tsx";
import { Title } from "../components/title.tsx";

/** For an address that leads nowhere. */
export function UnknownPage({ chain }: { chain: ChainName }) {
  return (
    <div className="lost">
      <Logo />
      <Title text="Nothing here" />
      <p className="muted">This link leads nowhere. Search above, or start from the newest.</p>
      <RouteLink className="button primary" route={{ chain, page: "home" }}>
        Go to the newest blocks
      </RouteLink>
    </div>
  );
}

/** For a chain of the contract that this service does not serve. */
export function NotServed({ chain }: { chain: ChainName }) {
  return (
    <div className="lost">
      <Logo />
      <Title text={`${CHAINS[chain].label} is not served here`} />
      <p className="muted">This service serves the chains below.</p>
      <nav className="row" aria-label="Chains served here">
        {SERVED.map((each) => (
          <RouteLink
            key={each}
            className={each === DEFAULT_CHAIN ? "button primary" : "button"}
            route={{ chain: each, page: "home" }}
          >
            {CHAINS[each].label}
          </RouteLink>
        ))}
      </nav>
    </div>
  );
}
