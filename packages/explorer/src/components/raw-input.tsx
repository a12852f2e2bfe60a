import { Copy } from "./copy.tsx";
import { Icon } from "./icon.tsx";

const PREFIX = 2;
const SELECTOR = 4;
const WORD = 32;
/** Larger inputs are not shown word by word: some have a megabyte. */
const MAX_WORDS = 256;

/** The call data as bytes: the selector, then words of 32 bytes with their offsets. */
export function RawInput({ input }: { input: string }) {
  const bytes = (input.length - PREFIX) / 2;
  const words = wordsOf(input);
  return (
    <section className="card">
      <details className="fold">
        <summary>
          <Icon name="chevron" className="turn" />
          Raw input <span className="count">{bytes.toLocaleString("en")} bytes</span>
        </summary>
        <div className="words">
          <span>call</span>
          <b>{input.slice(0, PREFIX + SELECTOR * 2)}</b>
          {words.slice(0, MAX_WORDS).flatMap((word, at) => {
            const offset = SELECTOR + at * WORD;
            return [
              <span key={`at ${offset}`}>+{offset}</span>,
              <code key={offset} className="whole">
                {word}
              </code>,
            ];
          })}
          <span>{words.length > MAX_WORDS && "…"}</span>
          <Copy text={input} what="the input" />
        </div>
      </details>
    </section>
  );
}

function wordsOf(input: string): readonly string[] {
  return input.slice(PREFIX + SELECTOR * 2).match(/.{1,64}/g) ?? [];
}
