/** Adds a section that a script has made to the table of contents, before another one. */
export function addToContents(id: string, title: string, before: string): void {
  const next = document.querySelector(`aside a[href="#${before}"]`)?.closest("li");
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#${id}`;
  link.textContent = title;
  item.append(link);
  next?.before(item);
}
