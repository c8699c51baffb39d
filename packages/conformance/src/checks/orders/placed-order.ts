import { CheckFault, NotRun } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { testVariants } from '../../catalogue/test-variants';
import type { PlacedOrder } from '../../run-state';
import { place, shippingOrder } from './shipping-order';

/** A shipping order whose events will be judged; throws NotRun where the store does not create it. */
export async function placedOrder(context: CheckContext, quantity: number): Promise<PlacedOrder> {
  const [variant] = await testVariants(context, 1);
  try {
    return await place(context, shippingOrder(context.target, [[variant, quantity]]));
  } catch (error) {
    if (error instanceof CheckFault) throw new NotRun(`it needs a shipping order: ${error.seen}`);
    throw error;
  }
}
