import type { OpenWork } from '../sheet/open-work';
import { CAPABILITIES, type Capabilities } from '../sheet-fields';
import { OPEN_WORK_LABELS } from '../sheet/switching-off-faults';

/** The facts of a shop to be removed. */
export interface ShopToRemove {
  removedAt: Date | null;
  capabilities: Capabilities;
  open: OpenWork;
  /** Network quantities that are still on their way to 0 at its store. */
  zeroing: number;
}

/** Everything that prevents a shop's removal (D25): what is not off, and open obligations. */
export function removalFaults({ removedAt, capabilities, open, zeroing }: ShopToRemove): string[] {
  if (removedAt !== null) return [`it was removed at ${removedAt.toISOString()}`];
  const on = CAPABILITIES.filter((capability) => capabilities[capability] !== 'off');
  const kinds = ['shippingOrders', 'networkLines', 'cancellations', 'stops', 'tracking', 'returns'] as const;
  const owed = kinds.flatMap((kind) => (open[kind] > 0 ? [`${open[kind]} ${OPEN_WORK_LABELS[kind]}`] : []));
  return [
    ...on.map((capability) => `capabilities.${capability}: is ${capabilities[capability]}, must be off`),
    ...owed.map((what) => `open: ${what}`),
    ...(zeroing > 0 ? [`open: ${zeroing} network quantities that its store still has to receive as 0`] : []),
  ];
}
