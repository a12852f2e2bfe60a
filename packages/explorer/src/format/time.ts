const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/**
 * Parses a timestamp of the API; one without a zone is UTC.
 *
 * @returns Undefined if it is not a time.
 */
export function parseTime(timestamp: string): Date | undefined {
  const hasZone = /Z$|[+-]\d\d:?\d\d$/i.test(timestamp);
  const time = new Date(hasZone ? timestamp : `${timestamp.replace(" ", "T")}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Formats how long ago a time is: `12 sec. ago`. */
export function formatAge(time: Date, now: number): string {
  const seconds = Math.max(0, Math.round((now - time.getTime()) / 1_000));
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 1];
  return relative.format(-Math.floor(seconds / size), unit);
}

const absolute = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** Formats a time exactly: `24 Nov 2026, 15:50:39 UTC`. */
export function formatTime(time: Date): string {
  return `${absolute.format(time)} UTC`;
}
