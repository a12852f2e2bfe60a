import type { ChainName } from "../chains.ts";
import { RouteLink } from "../components/links.tsx";
import { Title } from "../components/title.tsx";

/** For an address that leads nowhere. */
export function UnknownPage({ chain }: { chain: ChainName }) {
  return (
    <>
      <Title text="Nothing here" />
      <p>
        This link leads nowhere.{" "}
        <RouteLink route={{ chain, page: "home" }}>Go to the newest blocks</RouteLink>.
      </p>
    </>
  );
}
