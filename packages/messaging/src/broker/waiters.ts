/** Waits for a change of state; each wait may be cancelled. */
export class Waiters {
  private readonly waiting = new Set<() => void>();

  /** Wakes all who wait. */
  wake(): void {
    for (const resolve of this.waiting) resolve();
  }

  /** Resolves at the next change; rejects if `given` up before. */
  async change(given: AbortSignal): Promise<void> {
    let resolve: () => void = () => {};
    const change = new Promise<void>((wake) => (resolve = wake));
    this.waiting.add(resolve);
    await orGivenUp(change, given).finally(() => this.waiting.delete(resolve));
  }
}

/** The outcome of a promise; rejects if `given` up before. */
export async function orGivenUp<T>(outcome: Promise<T>, given: AbortSignal): Promise<T> {
  given.throwIfAborted();
  let giveUp: () => void = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('given up'));
  });
  given.addEventListener('abort', giveUp, { once: true });
  return Promise.race([outcome, givenUp]).finally(() => given.removeEventListener('abort', giveUp));
}
