/**
 * Returns the link to an operation in the documentation, relative to the site's root: its section of the page that shows
 * all operations of its area.
 */
export function operationPage(area: string, id: string): string {
  return `${encodeURIComponent(area)}.html#${encodeURIComponent(id.toLowerCase())}`;
}
