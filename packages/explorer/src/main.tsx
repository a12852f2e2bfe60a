import { applyScheme, toggleScheme } from "@chainkit/look/scheme";
import { QueryClientProvider } from "@tanstack/react-query";
import { type FormEvent, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { AddressPage } from "./address.tsx";
import { queryClient } from "./api.ts";
import { BlockPage } from "./block.tsx";
import { CHAINS, type ChainName, DEFAULT_CHAIN, isChainName, SERVED } from "./chains.ts";
import { Home } from "./home.tsx";
import { NftPage } from "./nft.tsx";
import { Icon, Logo, RouteLink, Title } from "./parts.tsx";
import { navigate, type Route, routeHref, searchRoute, useRoute } from "./route.ts";
import { Offline, useIsOnline } from "./states.tsx";
import { TransactionPage } from "./transaction.tsx";

/** Address of the documentation, if the page names one. */
const DOCS = document.querySelector<HTMLMetaElement>('meta[name="chainkit-docs"]')?.content;

/** The whole page. */
export function App() {
  const route = useRoute();
  const { chain } = route;
  const isOnline = useIsOnline();
  return (
    <>
      <header className="bar">
        <div>
          <RouteLink className="brand" route={{ chain, page: "home" }}>
            <Logo />
            chainkit
          </RouteLink>
          <Search chain={chain} />
          <div className="tools">
            <ChainSwitch chain={chain} />
            <button
              className="button quiet square scheme"
              type="button"
              aria-label="Switch between light and dark"
              onClick={toggleScheme}
            >
              <Icon name="sun" className="sun" />
              <Icon name="moon" className="moon" />
            </button>
          </div>
        </div>
      </header>
      <Offline />
      {/* Another page is another element: its state begins anew. */}
      <main key={routeHref(route)} className={isOnline ? undefined : "stale"}>
        {SERVED.includes(chain) ? <Page route={route} /> : <NotServed chain={chain} />}
      </main>
      <footer className="foot">
        <div>
          <RouteLink className="brand" route={{ chain, page: "home" }}>
            <Logo />
            chainkit
          </RouteLink>
          {DOCS ? <a href={DOCS}>Docs</a> : null}
          <p>Self-hosted · makes no foreign requests</p>
        </div>
      </footer>
    </>
  );
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case "home":
      return <Home {...route} />;
    case "block":
      return <BlockPage {...route} />;
    case "tx":
      return <TransactionPage {...route} />;
    case "address":
      return <AddressPage {...route} />;
    case "nft":
      return <NftPage {...route} />;
    case "unknown":
      return <UnknownPage {...route} />;
  }
}

/** The search field. The key `/` focuses it. */
export function Search({ chain }: { chain: ChainName }) {
  const input = useRef<HTMLInputElement>(null);
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (event.key === "/" && !isTyping) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const route = searchRoute(chain, input.current?.value ?? "");
    setUnknown(!route);
    if (route) {
      navigate(route);
    }
  };
  return (
    <search>
      <form onSubmit={onSubmit}>
        <label className={isUnknown ? "field invalid" : "field"}>
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            aria-label="Search"
            aria-describedby="search-hint"
            aria-invalid={isUnknown}
            placeholder="Block, transaction or address"
            autoComplete="off"
            spellCheck={false}
            onInput={() => setUnknown(false)}
            onKeyDown={({ key }) => key === "Escape" && input.current?.blur()}
          />
          <kbd className="wide-only">/</kbd>
        </label>
      </form>
      <p id="search-hint" className={isUnknown ? "hint" : "hidden"} role="status">
        {isUnknown && "Enter a block number, a transaction hash or an address."}
      </p>
    </search>
  );
}

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

applyScheme();
createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
