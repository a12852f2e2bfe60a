import { useEffect, useState } from "react";
import { formatAge, formatTime, parseTime } from "../format/time.ts";

const TICK_MS = 1_000;

/** Relative time, kept up to date. The exact time is its tooltip, or stands beside it. */
export function Age({ timestamp, exact = false }: { timestamp: string; exact?: boolean }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const time = parseTime(timestamp);
  if (!time) {
    return <span>{timestamp}</span>;
  }
  return (
    <time dateTime={time.toISOString()} title={formatTime(time)}>
      {formatAge(time, now)}
      {exact && ` · ${formatTime(time)}`}
    </time>
  );
}
