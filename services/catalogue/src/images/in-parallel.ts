/** Does the work for all items, a limited number at a time. @returns the results in the items' order */
export async function inParallel<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
