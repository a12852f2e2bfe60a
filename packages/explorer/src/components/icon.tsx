import { ICONS, type IconName } from "@chainkit/look/icons";
import { LOGO } from "@chainkit/look/logo";

/** An icon beside a text that says the same. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** The two links of the logo. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path className="link-b" d={LOGO.brass} />
      <path className="link-a" d={LOGO.verdigris} />
    </svg>
  );
}
