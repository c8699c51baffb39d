import { refuse } from '@hub/store-kit';

import { setNetworkFigure } from '../state/move-goods';
import type { Store } from '../state/store';

/** D15: the service sets the `HUB_Network` quantity of one variant. */
export function setNetworkQuantity(
  store: Store,
  { variantId, quantity }: { variantId: string; quantity: number },
): void {
  if (!store.catalogue.findVariant(variantId)) throw refuse.unknownVariant();
  setNetworkFigure(store, variantId, quantity);
  store.print(`the network quantity of ${variantId} is now ${quantity}`);
}
