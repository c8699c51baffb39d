/** Does the work for at most so many items at once; the others wait in order of arrival. */
export function atMost<In, Out>(most: number, work: (item: In) => Promise<Out>): (item: In) => Promise<Out> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (item) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(item);
    } finally {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
