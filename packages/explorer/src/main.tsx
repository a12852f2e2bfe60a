import { applyScheme, toggleScheme } from "@chainkit/look/scheme";
import { QueryClientProvider } from "@tanstack/react-query";
import { type FormEvent, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { AddressPage } from "./address.tsx";
import { queryClient, useHealth } from "./api.ts";
import { BlockPage } from "./block.tsx";
import { CHAINS, type ChainName, LOCAL, pageFact, SERVED } from "./chains.ts";
import { Home } from "./home.tsx";
import { Choices, type ChoicesProps, RouteLink } from "./links.tsx";
import { NftPage } from "./nft.tsx";
import { Icon, Logo, Title } from "./parts.tsx";
import { navigate, type Route, routeHref, searchHint, searchRoute, useRoute } from "./route.ts";
import { Outage } from "./states.tsx";
import { TransactionPage } from "./transaction.tsx";

const DOCS = pageFact("docs");

function App() {
  const route = useRoute();
  const { chain } = route;
  const isOut = useHealth() === "out";
  return (
    <>
      <header className="bar">
        <div>
          <Brand />
          <Places />
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
      <main key={routeHref(route)} className={isOut ? "stale" : undefined}>
        <Page route={route} />
      </main>
      <footer className="foot">
        <div>
          <Brand />
          <div className="narrow-only">
            <Places />
          </div>
          <p>Self-hosted · makes no foreign requests</p>
        </div>
      </footer>
    </>
  );
}

/** The documentation, the reference beside its home, and the explorer. */
function Places() {
  if (!DOCS) {
    return null;
  }
  const reference = new URL(DOCS);
  reference.pathname = reference.pathname.replace(/(\/[^/]*\.\w+)?\/?$/, "/reference.html");
  return (
    <nav className="places" aria-label="Site">
      <a href={DOCS}>Docs</a>
      <a href={reference.href}>Reference</a>
      <RouteLink route={{ page: "home" }}>Explorer</RouteLink>
    </nav>
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
  if (!SERVED.includes(route.chain)) {
    return (
      <Nowhere
        title={`${CHAINS[route.chain].label} is not served here`}
        text="This service serves the chains below."
        links={SERVED.map((chain) => [{ chain, page: "home" }, CHAINS[chain].label])}
      />
    );
  }
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
      return (
        <Nowhere
          title="Nothing here"
          text="This link leads nowhere. Search above, or start from the newest."
          links={[[{ page: "home" }, "Go to the newest blocks"]]}
        />
      );
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
      <span className="dot live" />
      <span className="hidden">Chain</span>
      <select
        value={chain}
        onChange={({ target }) => navigate({ chain: target.value as ChainName, page: "home" })}
      >
        {[...new Set([...SERVED, chain])].map((name) => (
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

/** For a link that leads nowhere, or to a chain of the contract that this service does not serve. */
function Nowhere({ title, text, ...links }: { title: string; text: string } & ChoicesProps) {
  return (
    <div className="lost">
      <Logo />
      <Title text={title} />
      <p className="muted">{text}</p>
      <Choices {...links} />
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
