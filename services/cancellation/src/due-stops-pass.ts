import { COMMANDS, enqueue, type Pass } from '@hub/messaging';
import { takeDueStops } from './stop-records';

const AT_ONCE = 100;

/**
 * Looks for stops whose time has come: to be tried again, left behind by a worker that died, or waiting for a placement
 * whose end was not told. A cancellation goes on without the shop's resend (D12).
 */
export function dueStopsPass(everyMs: number): Pass {
  return {
    name: 'due stops',
    everyMs,
    run: async (tx, now) => {
      const due = await takeDueStops(tx, now, AT_ONCE);
      for (const { id, correlation } of due)
        await enqueue(tx, COMMANDS.stopShippingOrder, { payload: { stopId: id }, correlation });
      return due.length;
    },
  };
}
