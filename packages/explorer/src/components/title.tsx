import { useEffect, useRef } from "react";

/** The heading of a page. It is focused when it changes, so that a screen reader reads it. */
export function Title({ text }: { text: string }) {
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
    </h1>
  );
}
