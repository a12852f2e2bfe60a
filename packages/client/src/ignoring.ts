/**
 * Wraps the factory of a client, so that one object may hold the options of several: those that only the
 * clients of other areas have are left out.
 */
export function ignoring<Options extends object, Client>(
  others: readonly string[],
  create: (options: Options) => Client,
): (options: Options) => Client {
  return (options) => {
    const own = Object.entries(options).filter(([name]) => !others.includes(name));
    return create(Object.fromEntries(own) as Options);
  };
}
