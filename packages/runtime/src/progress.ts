/** Whether work progresses: what is in flight, and the last progress. */
export class Progress {
  private inFlight = 0;
  private movedAtMs = 0;

  /**
   * @param longestMs more than any work may take from start to end
   * @param now monotonic milliseconds
   */
  constructor(
    private readonly longestMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Work has started. */
  begin(): void {
    if (this.inFlight === 0) this.movedAtMs = this.now();
    this.inFlight += 1;
  }

  /** Work has ended, successfully or not. */
  end(): void {
    this.inFlight -= 1;
    this.movedAtMs = this.now();
  }

  /** Work is in flight, and none of it has ended for longer than any may take. */
  stuck(): boolean {
    return this.inFlight > 0 && this.now() - this.movedAtMs > this.longestMs;
  }
}
