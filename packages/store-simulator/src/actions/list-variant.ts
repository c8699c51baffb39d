import type { Store } from '../state/store';

/** Takes a variant out of the catalogue, or lists it again as it was. Throws where the store never had it. */
export function listVariant(store: Store, variantId: string, listed: boolean): void {
  if (!store.catalogue.findVariant(variantId)) throw new Error(`the store has no variant ${variantId}`);
  if (listed) store.leftOut.delete(variantId);
  else store.leftOut.add(variantId);
  store.print(`${listed ? 'lists' : 'left out'} ${variantId}`);
  store.changed();
}
