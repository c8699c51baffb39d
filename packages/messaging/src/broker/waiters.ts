/** Those who wait for a change of state; each may be told to give up. */
export class Waiters {
  private readonly waiting = new Set<() => void>();

  /** Wakes all who wait. */
  wake(): void {
    for (const resolve of this.waiting) resolve();
  }

  /** Resolves at the next change; rejects where `given` up before. */
  async change(given: AbortSignal): Promise<void> {
    let resolve: () => void = () => {};
    const change = new Promise<void>((wake) => (resolve = wake));
    this.waiting.add(resolve);
    await orGivenUp(change, given).finally(() => this.waiting.delete(resolve));
  }
}

/** The outcome of something; rejects where `given` up before. */
export async function orGivenUp<T>(outcome: Promise<T>, given: AbortSignal): Promise<T> {
  given.throwIfAborted();
  let giveUp: () => void = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('given up'));
  });
  given.addEventListener('abort', giveUp, { once: true });
  return Promise.race([outcome, givenUp]).finally(() => given.removeEventListener('abort', giveUp));
}
