/** What is to be done once a transaction has committed, for a storage that runs its transactions itself. */
export class Commits<Tx> {
  readonly #open = new Map<Tx, (() => void)[]>();

  /** Runs a transaction; what was requested within it is done after its commit, and not done where it rolled back. */
  async run<T>(
    transaction: (work: (tx: Tx) => Promise<T>) => Promise<T>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    let asked: (() => void)[] = [];
    const result = await transaction(async (tx) => {
      // A transaction that is begun again begins with nothing requested.
      asked = [];
      this.#open.set(tx, asked);
      try {
        return await work(tx);
      } finally {
        this.#open.delete(tx);
      }
    });
    for (const then of asked) then();
    return result;
  }

  /** False where the transaction is none of this storage's own. */
  after(tx: Tx, then: () => void): boolean {
    const asked = this.#open.get(tx);
    asked?.push(then);
    return asked !== undefined;
  }
}
