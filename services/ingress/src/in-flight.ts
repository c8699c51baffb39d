/** Undecided events of one shop in one ingress, bounded so that no shop takes all the capacity (D5). */
export class InFlight {
  private readonly counts = new Map<number, number>();

  constructor(private readonly most: number) {}

  /** Takes a slot; null: the shop has none left. The returned function gives it back. */
  enter(shopId: number): (() => void) | null {
    const count = this.counts.get(shopId) ?? 0;
    if (count >= this.most) return null;
    this.counts.set(shopId, count + 1);
    return () => this.leave(shopId);
  }

  private leave(shopId: number): void {
    const count = (this.counts.get(shopId) ?? 1) - 1;
    if (count > 0) this.counts.set(shopId, count);
    else this.counts.delete(shopId);
  }
}
