import { InventoryReceipt } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { readVariant } from '../../catalogue/read-variant';
import type { NamedVariant } from '../../catalogue/catalogue-run';
import { describeVariant, testVariants } from '../../catalogue/test-variants';
import type { StoreCall } from '../../http/store-caller';
import { eventually } from '../../eventually';
import { requireReceipt } from '../../judge';
import { newReference } from '../../references';
import { bearerChecks, signatureChecks } from '../shared/credentials';
import { invalidBodyCheck, refusalCheck } from '../shared/refusals';

const WRITTEN = 7;
const step = 'inventory';
const operation = 'write_inventory';

const SUCCESS: readonly Check[] = [
  {
    id: 'inventory.write_echoed',
    step,
    direction: 'to_store',
    rule: 'PUT /inventory sets the HUB_Network quantity; its receipt repeats variant, location and quantity.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      await write(context, variant, WRITTEN);
    },
  },
  {
    id: 'inventory.write_shown',
    step,
    direction: 'to_store',
    rule: 'The quantity written is the one that the catalogue shows at HUB_Network from then on.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      await write(context, variant, WRITTEN);
      await requireShown(context, variant, WRITTEN);
    },
  },
  {
    id: 'inventory.write_absolute',
    step,
    direction: 'to_store',
    rule: 'Quantities are absolute: the same one written twice stays what it is, a smaller one replaces it.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      for (const quantity of [WRITTEN, WRITTEN, 2]) await write(context, variant, quantity);
      await requireShown(context, variant, 2);
    },
  },
  {
    id: 'inventory.write_own_stock_kept',
    step,
    direction: 'to_store',
    rule: 'PUT /inventory changes HUB_Network alone; the stock of the store’s own locations stays.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      const before = await ownStock(context, variant);
      await write(context, variant, WRITTEN + 1);
      const after = await ownStock(context, variant);
      if (before !== after)
        throw new CheckFault(
          `the store’s own locations had ${before} of ${describeVariant(variant)} before the write, and ${after} after it`,
          'write the quantity to the location of the request only',
        );
    },
  },
  {
    id: 'inventory.restored_to_zero',
    step,
    direction: 'to_store',
    rule: 'The HUB_Network quantity goes back to 0 when the service writes 0.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      await write(context, variant, WRITTEN);
      await write(context, variant, 0);
      await requireShown(context, variant, 0);
    },
  },
];

/** Names a variant that does not exist, so that it changes nothing anywhere. */
function unknownVariantWrite({ target }: CheckContext): StoreCall {
  const body = { variant_id: newReference(), location_id: target.hubNetworkLocationId, quantity: 0 };
  return { operation, body };
}

/** Step 2, calls to the store. */
export const INVENTORY_TO_STORE: readonly Check[] = [
  ...SUCCESS,
  refusalCheck({
    what: 'unknown_variant',
    step,
    operation,
    wrong: 'of a variant that the store does not have',
    code: 'unknown_variant',
    call: unknownVariantWrite,
  }),
  invalidBodyCheck({ what: 'write_invalid', step, operation }),
  ...bearerChecks({ step, operation, name: 'write', call: unknownVariantWrite }),
  ...signatureChecks({
    step,
    operation,
    name: 'write',
    call: unknownVariantWrite,
    acceptedAs: 'unknown_variant',
  }),
];

async function write({ store, target }: CheckContext, { variantId }: NamedVariant, quantity: number) {
  const body = { variant_id: variantId, location_id: target.hubNetworkLocationId, quantity };
  const answer = await store.deliver({ operation, body });
  requireReceipt(answer, {
    schema: InventoryReceipt,
    echoed: body,
    to: `PUT /inventory with quantity ${quantity}`,
  });
}

async function requireShown(context: CheckContext, variant: NamedVariant, quantity: number): Promise<void> {
  const network = context.target.hubNetworkLocationId;
  const look = async () => {
    const levels = await readVariant(context, variant.variantId);
    return levels.find(({ location_id }) => location_id === network)?.quantity;
  };
  const shown = await eventually(context, look, (there) => there === quantity);
  if (shown !== quantity)
    throw new CheckFault(
      `${quantity} was written for ${describeVariant(variant)} and confirmed; GET /products shows ${shown ?? 'nothing'} at location ${network}`,
      'store the quantity that PUT /inventory confirms, as it is, before the receipt goes out',
    );
}

async function ownStock(context: CheckContext, { variantId }: NamedVariant): Promise<number> {
  const levels = await readVariant(context, variantId);
  return levels
    .filter(({ location_id }) => location_id !== context.target.hubNetworkLocationId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
