import { InventoryWrite } from '@hub/contract';

import { setNetworkFigure } from '../state/move-goods';
import { errorAnswer, receiptAnswer } from './answer';
import type { Endpoint } from './endpoint';
import { invalidRequest, readBody } from './read-body';

/** D15: the service sets the `HUB_Network` quantity of one variant. */
export const putInventory: Endpoint = {
  name: 'PUT /inventory',
  answer(store, { body }) {
    const read = readBody(InventoryWrite, body);
    if ('refusal' in read) return read.refusal;
    const { variant_id, location_id, quantity } = read.request;
    if (location_id !== store.options.hubLocationId) {
      return invalidRequest('only the network location is written by the service', 'location_id');
    }
    if (!store.catalogue.findVariant(variant_id)) {
      return errorAnswer('unknown_variant', 'the store has no such variant', 'variant_id');
    }
    setNetworkFigure(store, variant_id, quantity);
    store.tell(`the network quantity of ${variant_id} is now ${quantity}`);
    return receiptAnswer({ success: true, variant_id, location_id, quantity });
  },
};
