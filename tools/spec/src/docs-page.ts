/**
 * Returns the link to an operation in the documentation, relative to the site's root: the page of its
 * area with Redoc's anchor. Redoc lists operations without a tag under `Other`.
 */
export function operationPage(
  area: string,
  { id, tags: [tag = "Other"] }: { readonly id: string; readonly tags: readonly string[] },
): string {
  const slugs = [tag, id].map((part) => part.toLowerCase().replaceAll(/\s+/g, "-"));
  return `${encodeURIComponent(area)}.html#/${slugs.map(encodeURIComponent).join("/")}`;
}
