import { ICONS, type IconName } from "@chainkit/look/icons";
import { LOGO } from "@chainkit/look/logo";

/** Renders an icon, which says nothing to screen readers. */
export function icon(name: IconName, className = ""): string {
  const classes = className ? `icon ${className}` : "icon";
  return `<svg class="${classes}" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

/** The logo, in the colours of the theme. */
export const LOGO_SVG = `<svg viewBox="0 0 32 32" aria-hidden="true"><path class="link-b" d="${LOGO.brass}"/><path class="link-a" d="${LOGO.verdigris}"/></svg>`;
