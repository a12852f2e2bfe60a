/** Key in the local storage and class names are those of Redoc, so the choice applies to its pages too. */
export const SCHEME_KEY = "redoc.colorMode";
