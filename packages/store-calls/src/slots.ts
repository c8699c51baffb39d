/**
 * Slots for calls to all stores of a process, including those that wait for their shop. However many stores hang, some
 * stay free: a shop may take another as long as it has less than half of what is free, and its first one always.
 */
export class Slots {
  private taken = 0;

  constructor(private readonly total: number) {}

  /** @param own slots that the shop has */
  mayTake(own: number): boolean {
    return own < Math.max(1, (this.total - this.taken) / 2);
  }

  take(): void {
    this.taken += 1;
  }

  leave(): void {
    this.taken -= 1;
  }
}
