/**
 * The address of an operation in the documentation, relative to the site's root: its area's page,
 * and Redoc's own anchor within it. Redoc shows operations without a tag as if it were `Other`.
 */
export function operationPage(
  area: string,
  { id, tags: [tag = "Other"] }: { readonly id: string; readonly tags: readonly string[] },
): string {
  const slugs = [tag, id].map((part) => part.toLowerCase().replaceAll(/\s+/g, "-"));
  return `${encodeURIComponent(area)}.html#/${slugs.map(encodeURIComponent).join("/")}`;
}
