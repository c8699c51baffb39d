/** Whether work goes on: what is in hand, and when something last moved. */
export class Progress {
  private inHand = 0;
  private movedAtMs = 0;

  /**
   * @param longestMs more than anything may take from its begin to its end
   * @param now milliseconds that only ever grow
   */
  constructor(
    private readonly longestMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Something is begun. */
  begin(): void {
    if (this.inHand === 0) this.movedAtMs = this.now();
    this.inHand += 1;
  }

  /** Something has ended, however. */
  end(): void {
    this.inHand -= 1;
    this.movedAtMs = this.now();
  }

  /** Work is in hand, and none of it has ended for longer than any may take. */
  stuck(): boolean {
    return this.inHand > 0 && this.now() - this.movedAtMs > this.longestMs;
  }
}
