import { useEffect, useState } from "react";
import { formatAge, parseTime } from "../format/time.ts";

const TICK_MS = 1_000;

/** Relative time, kept up to date; the tooltip shows the exact time. */
export function Age({ timestamp }: { timestamp: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const time = parseTime(timestamp);
  if (!time) {
    return <span>{timestamp}</span>;
  }
  const exact = time.toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {formatAge(time, now)}
    </time>
  );
}
