import { SCHEME_KEY } from "@chainkit/look/scheme-key";
import { inlineScriptSource } from "./html.ts";

/**
 * Applies the reader's choice of light or dark before the first paint. It is part of each page, because
 * a file of its own would delay that paint. Without storage, as on some `file://` pages, the system setting
 * applies.
 */
export const THEME_SCRIPT = `try{const c=localStorage.getItem("${SCHEME_KEY}");if(c==="light"||c==="dark")document.documentElement.classList.add(c)}catch{}`;

/** Source expression that allows this script in a content security policy. */
export const THEME_SOURCE: string = inlineScriptSource(THEME_SCRIPT);
