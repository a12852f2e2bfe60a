import { type ReactNode, useEffect, useRef } from "react";

/** The title of the document before any page was shown. */
const INITIAL = "chainkit explorer";

/**
 * The heading of a page. It is focused when it changes, so that a screen reader reads it; not on the first page, nor
 * when a page renders anew, where somebody may be typing.
 */
export function Title({ text, children }: { text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isFirst = document.title === INITIAL;
    document.title = `${text} · ${INITIAL}`;
    if (!isFirst) {
      heading.current?.focus();
    }
  }, [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
      {children}
    </h1>
  );
}
