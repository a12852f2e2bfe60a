import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ChainName } from "../chains.ts";
import { searchRoute } from "../routing/search.ts";
import { navigate } from "../routing/use-route.ts";
import { Icon } from "./icon.tsx";

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
