import { ChainSwitch } from "./components/chain-switch.tsx";
import { RouteLink } from "./components/links.tsx";
import { Offline } from "./components/offline.tsx";
import { Search } from "./components/search.tsx";
import { AddressPage } from "./pages/address.tsx";
import { BlockPage } from "./pages/block.tsx";
import { Home } from "./pages/home.tsx";
import { NftPage } from "./pages/nft.tsx";
import { TransactionPage } from "./pages/transaction.tsx";
import { UnknownPage } from "./pages/unknown.tsx";
import { type Route, routeHref } from "./routing/route.ts";
import { useRoute } from "./routing/use-route.ts";

/** The whole page. */
export function App() {
  const route = useRoute();
  const { chain } = route;
  return (
    <>
      <header>
        <RouteLink route={{ chain, page: "home" }}>chainkit explorer</RouteLink>
        <Search chain={chain} />
        <ChainSwitch chain={chain} />
      </header>
      <Offline />
      {/* Another page is another element: its state begins anew. */}
      <main key={routeHref(route)}>
        <Page route={route} />
      </main>
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
