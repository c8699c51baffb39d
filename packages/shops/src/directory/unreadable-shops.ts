import type { Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import type { KeyRing } from '@hub/installation';
import { gauge } from '@hub/runtime';

const KIND = 'shop_unreadable';

const unreadable = gauge({
  name: 'hub_shops_unreadable',
  help: 'Shops with a secret that this process cannot open.',
});

/** Shops with a secret that none of the keys of this process opens (D34): 503 for that shop alone, an alert, a figure. */
export class UnreadableShops {
  private readonly ids = new Set<number>();

  constructor(
    private readonly db: Database,
    private readonly keys: string | KeyRing,
  ) {}

  /** The alert is raised by those who have the current key: to others every shop is unreadable, which they say themselves. */
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

  /** They open (again), or are gone. */
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
