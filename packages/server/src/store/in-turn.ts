/** Creates a function that does work after all the work that it was given before has ended. */
export function inTurn(): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
