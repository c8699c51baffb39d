/** Does something again and again. @returns ends it, after the round that runs */
export function repeatedly(round: () => Promise<void>): () => Promise<void> {
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) await round();
  };
  const working = work();
  return () => {
    over.abort();
    return working;
  };
}
