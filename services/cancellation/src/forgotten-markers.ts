import { COMMANDS, enqueueEach, type Sweep } from '@hub/messaging';
import { findForgottenMarkers } from '@hub/orders/records';

const MARKERS = 500;
const EVERY_MS = 60_000;
/** Far longer than a marker's command takes. */
const FORGOTTEN_AFTER_MS = 60_000;

/**
 * Stops a shipping order whose shop has reported that it cannot ship it (D12), and whose command was lost with the
 * broker: nothing else would find it, and it would never be shipped.
 */
export const forgottenMarkers: Sweep = {
  name: 'forgotten markers of cancellations',
  everyMs: EVERY_MS,
  async run(tx, now) {
    const before = new Date(now - FORGOTTEN_AFTER_MS);
    const found = await findForgottenMarkers(tx, { before, limit: MARKERS });
    await enqueueEach(
      tx,
      COMMANDS.cannotShip,
      found.map(({ shippingOrderId, correlation }) => ({ payload: { shippingOrderId }, correlation })),
    );
    return found.length;
  },
};
