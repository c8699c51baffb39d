const AT_ONCE = 200;

/**
 * Every row of a platform, page by page in the order of their ids, whatever is added or removed meanwhile.
 *
 * @param read at most this many, with ids after `after`, in their order; null: from the first on
 */
export async function* everyRow<Row extends { id: Id }, Id>(
  read: (after: Id | null, take: number) => Promise<readonly Row[]>,
  take = AT_ONCE,
): AsyncGenerator<Row> {
  for (let after: Id | null = null; ;) {
    const page: readonly Row[] = await read(after, take);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < take) return;
    after = last.id;
  }
}
