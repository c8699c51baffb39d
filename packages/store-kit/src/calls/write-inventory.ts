import { InventoryWrite } from '@hub/contract';
import type { NetworkLevel, PlatformCalls } from '../adapter';
import type { KitContext } from '../context';
import { levelWithVariant } from '../adapters/with-variants';
import { numberOf } from '../locations';
import { refuse } from '../refuse';
import { bodyOf } from './body-of';
import type { KitCall } from './call';

/** D15: the absolute quantity of the network's location. A report of it by the platform is an echo, and is sent as one. */
export const writeInventory: KitCall = {
  operation: 'write_inventory',
  async carryOut(kit, call) {
    const { variant_id, location_id, quantity } = bodyOf(InventoryWrite, call);
    const { adapter, storage } = kit;
    const network = await storage.transaction((tx) => numberOf(kit.records(tx), kit.networkLocationId));
    if (location_id !== network)
      throw refuse.invalidRequest('location_id', 'is not the location of the network');
    const level = { variantId: variant_id, quantity };
    await kit.turns.inTurn(`write_inventory ${variant_id}`, () => {
      if (!adapter.sharesTransaction) return write(kit, adapter, { level, tx: null });
      return storage.transaction((tx) => write(kit, adapter, { level, tx }));
    });
    return { success: true, variant_id, location_id, quantity };
  },
};

function write<Tx, Own extends Tx | null>(
  kit: KitContext<Tx>,
  platform: PlatformCalls<Own>,
  { level, tx }: { level: Omit<NetworkLevel, 'variant'>; tx: Own },
): Promise<void> {
  return kit.serving({ operation: 'write_inventory', tx }, async () =>
    platform.setNetworkQuantity(await levelWithVariant(platform, level, tx), tx),
  );
}
