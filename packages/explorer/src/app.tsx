import { toggleScheme } from "@chainkit/look/scheme";
import { SERVED } from "./chains.ts";
import { ChainSwitch } from "./components/chain-switch.tsx";
import { Icon, Logo } from "./components/icon.tsx";
import { RouteLink } from "./components/links.tsx";
import { Offline, useIsOnline } from "./components/offline.tsx";
import { Search } from "./components/search.tsx";
import { AddressPage } from "./pages/address.tsx";
import { BlockPage } from "./pages/block.tsx";
import { Home } from "./pages/home.tsx";
import { NftPage } from "./pages/nft.tsx";
import { TransactionPage } from "./pages/transaction.tsx";
import { NotServed, UnknownPage } from "./pages/unknown.tsx";
import { type Route, routeHref } from "./routing/route.ts";
import { useRoute } from "./routing/use-route.ts";

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
