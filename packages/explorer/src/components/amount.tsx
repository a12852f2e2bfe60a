/** An exact amount, with its fraction quieter than its whole. */
export function Amount({ text, unit = "" }: { text: string; unit?: string }) {
  const [whole, fraction] = text.split(".");
  return (
    <span className="amount">
      {whole}
      {fraction && <span className="tail">.{fraction}</span>}
      {unit && <span className="muted"> {unit}</span>}
    </span>
  );
}
