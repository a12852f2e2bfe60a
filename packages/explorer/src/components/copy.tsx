import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

const SHOWN_MS = 1_500;

/** Copies a text. Absent where the browser allows no access to the clipboard, as on plain HTTP. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(() => setCopied(false), SHOWN_MS);
      return () => clearTimeout(timer);
    }
  }, [isCopied]);
  if (!navigator.clipboard) {
    return null;
  }
  return (
    <button
      className="copy"
      type="button"
      aria-label={isCopied ? "Copied" : `Copy ${what}`}
      data-copied={isCopied || undefined}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon name="copy" className="idle" />
      <Icon name="check" className="done" />
    </button>
  );
}
