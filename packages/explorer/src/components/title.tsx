import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a page. It is focused when it changes, so that a screen reader reads it. */
export function Title({ text, children }: { text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = document.title === "chainkit explorer";
  useEffect(() => {
    document.title = `${text} · chainkit explorer`;
    if (!isFirst) {
      heading.current?.focus();
    }
  }, [text, isFirst]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
      {children}
    </h1>
  );
}
