/**
 * The address of an operation in the documentation, relative to the site's root: its area's page,
 * and Redoc's own anchor within it. An operation without a tag has none; the page's beginning is it.
 */
export function operationPage(area: string, { id, tag }: { id: string; tag?: string }): string {
  const page = `${encodeURIComponent(area)}.html`;
  if (!tag) return page;
  const slugs = [tag, id].map((part) => part.toLowerCase().replaceAll(/\s+/g, "-"));
  return `${page}#/${slugs.map(encodeURIComponent).join("/")}`;
}
