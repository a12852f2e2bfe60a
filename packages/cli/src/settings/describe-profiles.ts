import { kebab } from "../names.ts";
import { type Profile, type Profiles, profilePath } from "./profile-file.ts";

/** A line for each profile and each area that has settings of its own. Tokens are not shown. */
export function describeProfiles({ current, profiles }: Profiles): string {
  const lines = Object.entries(profiles).flatMap(([name, { settings, areas }]) => [
    `${name === current ? "*" : " "} ${name}  ${describeSettings(settings)}`,
    ...Object.entries(areas).map(([area, own]) => `    ${area}  ${describeSettings(own)}`),
  ]);
  return lines.join("\n") || `There is no profile in ${profilePath()}.`;
}

const describeSettings = (settings: Profile["settings"]): string =>
  Object.entries(settings)
    .map(([name, value]) => `${kebab(name)}=${name === "token" ? "(set)" : value}`)
    .join(" ") || "(no settings)";
