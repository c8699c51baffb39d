/** D5: how long an event's store waits for the verdict. A cancellation takes calls to other stores. */
export function verdictWithinMs(event: string): number {
  return event === 'order.cancelled' ? 30_000 : 10_000;
}
