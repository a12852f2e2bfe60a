/** Runs a task for each item, with limited concurrency, started in order. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Iterator.from(items);
  const worker = async () => {
    for (const item of queue) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
