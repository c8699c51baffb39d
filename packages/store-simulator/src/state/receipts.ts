/** The earlier use of a reference. */
export type Recalled = { kind: 'unused' } | { kind: 'repeat'; receipt: object } | { kind: 'conflict' };

/** The receipts a store gave, by call and `external_ref`: the same data gets the same receipt, other data a conflict. */
export class ReceiptBook {
  readonly #entries = new Map<string, { data: string; receipt: object }>();

  recall(call: string, externalRef: string, data: unknown): Recalled {
    const entry = this.#entries.get(`${call} ${externalRef}`);
    if (!entry) return { kind: 'unused' };
    return entry.data === canonical(data) ? { kind: 'repeat', receipt: entry.receipt } : { kind: 'conflict' };
  }

  keep(call: string, externalRef: string, entry: { data: unknown; receipt: object }): void {
    this.#entries.set(`${call} ${externalRef}`, { data: canonical(entry.data), receipt: entry.receipt });
  }
}

/** JSON with sorted keys: the order of a sender's fields makes no difference. */
function canonical(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
