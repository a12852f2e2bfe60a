import { applyScheme, toggleScheme } from "@chainkit/look/scheme";
import { QueryClientProvider } from "@tanstack/react-query";
import { type FormEvent, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { AddressPage } from "./address.tsx";
import { queryClient, recovery } from "./api.ts";
import { BlockPage } from "./block.tsx";
import {
  CHAINS,
  type ChainName,
  DEFAULT_CHAIN,
  isChainName,
  LOCAL,
  pageFact,
  SERVED,
} from "./chains.ts";
import { useHealth } from "./health.ts";
import { Home } from "./home.tsx";
import { RouteLink } from "./links.tsx";
import { NftPage } from "./nft.tsx";
import { Icon, Logo, Title } from "./parts.tsx";
import { navigate, type Route, routeHref, searchHint, searchRoute, useRoute } from "./route.ts";
import { Outage } from "./states.tsx";
import { TransactionPage } from "./transaction.tsx";

/** Address of the documentation, if the page names one. */
const DOCS = pageFact("docs");

/** Address of the reference: a page beside the home of the documentation. */
function referenceUrl(docs: string): string {
  const url = new URL(docs);
  url.pathname = url.pathname.replace(/[^/]*\.\w+$/, "").replace(/\/?$/, "/reference.html");
  return url.href;
}

/** The whole page. */
function App() {
  const route = useRoute();
  const { chain } = route;
  const isUp = ["up", "checking"].includes(useHealth(recovery));
  return (
    <>
      <header className="bar">
        <div>
          <Brand />
          {DOCS && (
            <nav className="places" aria-label="Site">
              <a href={DOCS}>Docs</a>
              <a href={referenceUrl(DOCS)}>Reference</a>
              <RouteLink route={{ chain, page: "home" }} isCurrent={route.page === "home"}>
                Explorer
              </RouteLink>
            </nav>
          )}
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
      <Outage />
      {/* Another page is another element: its state begins anew. */}
      <main key={routeHref(route)} className={isUp ? undefined : "stale"}>
        {SERVED.includes(chain) ? <Page route={route} /> : <NotServed chain={chain} />}
      </main>
      <footer className="foot">
        <div>
          <Brand />
          {DOCS && (
            <nav className="narrow-only">
              <a href={DOCS}>Docs</a> <a href={referenceUrl(DOCS)}>Reference</a>
            </nav>
          )}
          <p>Self-hosted · makes no foreign requests</p>
        </div>
      </footer>
    </>
  );
}

function Brand() {
  return (
    <RouteLink className="brand" route={{ page: "home" }}>
      <Logo />
      chainkit
    </RouteLink>
  );
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case "home":
      return <Home />;
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
function Search({ chain }: { chain: ChainName }) {
  const input = useRef<HTMLInputElement>(null);
  const [hint, setHint] = useState("");
  const isUnknown = hint !== "";
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
    const text = input.current?.value ?? "";
    const route = searchRoute(chain, text);
    setHint(route ? "" : searchHint(text));
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
            onInput={() => setHint("")}
            onKeyDown={({ key }) => key === "Escape" && input.current?.blur()}
          />
          <kbd className="wide-only">/</kbd>
        </label>
      </form>
      <p id="search-hint" className={isUnknown ? "hint" : "hidden"} role="status">
        {hint}
      </p>
    </search>
  );
}

/** Chooses the chain; a number or hash of one chain means nothing on another, so it goes home. */
function ChainSwitch({ chain }: { chain: ChainName }) {
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
            {LOCAL.includes(name) && " · local"}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="down" />
    </label>
  );
}

/** For an address that leads nowhere. */
function UnknownPage({ chain }: { chain: ChainName }) {
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
function NotServed({ chain }: { chain: ChainName }) {
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
