const AT_ONCE = 200;

/** A platform's rows in the order of a key. */
export interface KeyedRows<Row, Key> {
  /** So many rows at the most, with keys behind `after`, in their order; null: from the first on. */
  read(after: Key | null, take: number): Promise<readonly Row[]>;
  keyOf(row: Row): Key;
}

/** Every row, page by page, whatever is added or taken away meanwhile. */
export async function* everyRow<Row, Key>(rows: KeyedRows<Row, Key>, take = AT_ONCE): AsyncGenerator<Row> {
  for (let after: Key | null = null; ;) {
    const page: readonly Row[] = await rows.read(after, take);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < take) return;
    after = rows.keyOf(last);
  }
}
