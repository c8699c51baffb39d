import type { Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import type { KeyRing } from '@hub/installation';
import { gauge } from '@hub/runtime';

const KIND = 'shop_unreadable';

const unreadable = gauge({
  name: 'hub_shops_unreadable',
  help: 'Shops with a secret that this process cannot open.',
});

/** Shops with a secret that none of this process's keys decrypts (D34): 503 for that shop only, an alert, a metric. */
export class UnreadableShops {
  private readonly ids = new Set<number>();

  constructor(
    private readonly db: Database,
    private readonly keys: string | KeyRing,
  ) {}

  /** Processes with the current key raise the alert: to others every shop is unreadable, which they report themselves. */
  async found(shop: { id: number; slug: string }): Promise<void> {
    this.ids.add(shop.id);
    unreadable.set(this.ids.size);
    if (!(await this.hasCurrentKey())) return;
    await raiseAlert(this.db, {
      kind: KIND,
      subject: `shop:${shop.id}`,
      shopId: shop.id,
      message: `a secret of ${shop.slug} cannot be opened: its events are answered 503, nothing is sent to its store`,
    });
  }

  /** They are readable (again), or gone. */
  async ended(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.ids.delete(id);
    unreadable.set(this.ids.size);
    await this.db.alert.updateMany({
      where: { kind: KIND, state: { not: 'resolved' }, subject: { in: ids.map((id) => `shop:${id}`) } },
      data: { state: 'resolved', resolvedAt: new Date() },
    });
  }

  private async hasCurrentKey(): Promise<boolean> {
    if (typeof this.keys === 'string') return true;
    const recorded = await this.db.encryptionState.findUnique({ where: { id: 1 } });
    return recorded !== null && this.keys.find(recorded.currentKeyId) !== null;
  }
}
