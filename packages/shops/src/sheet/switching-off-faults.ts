import type { OpenWork } from './open-work';
import type { Capabilities } from '../sheet-fields';

/** Labels of open work, to follow its number. */
export const OPEN_WORK_LABELS: Readonly<Record<keyof OpenWork, string>> = {
  shippingOrders: 'shipping orders at the shop',
  networkLines: 'paid network lines of its own orders',
  cancellations: 'cancellations of its own orders',
  stops: 'cancellations at the shop',
  tracking: 'packages whose tracking it is owed',
  returns: 'returns that it is owed',
};

/**
 * The capabilities that a sheet would switch off with dependent work open (D25). `orders` is drained first; the
 * others wait for the work to end.
 */
export function switchingOffFaults(before: Capabilities, after: Capabilities, work: OpenWork): string[] {
  const faults: string[] = [];
  const refuse = (field: keyof Capabilities, kinds: readonly (keyof OpenWork)[], instead: string) => {
    const open = kinds.flatMap((kind) => (work[kind] > 0 ? [`${work[kind]} ${OPEN_WORK_LABELS[kind]}`] : []));
    if (open.length === 0) return;
    faults.push(
      `capabilities.${field}: cannot become ${after[field]} with ${open.join(', ')} open; ${instead}`,
    );
  };
  if (switchesOrdersOff(before, after)) {
    const kinds = ['shippingOrders', 'networkLines', 'cancellations', 'tracking', 'returns'] as const;
    refuse('orders', kinds, 'draining serves them first');
  }
  if (before.cancellation !== 'off' && after.cancellation === 'off')
    refuse('cancellation', ['cancellations', 'stops'], 'they end first');
  if (before.returns !== 'off' && after.returns === 'off') refuse('returns', ['returns'], 'they end first');
  return faults;
}

/** Whether any capability is switched off, so that open work matters. */
export function switchesAnyOff(before: Capabilities, after: Capabilities): boolean {
  const switched = (capability: 'cancellation' | 'returns') =>
    before[capability] !== 'off' && after[capability] === 'off';
  return switchesOrdersOff(before, after) || switched('cancellation') || switched('returns');
}

/** Whether open work loses its capability. From `off` to `dry_run` nothing is lost. */
function switchesOrdersOff(before: Capabilities, after: Capabilities): boolean {
  if (after.orders === 'off') return before.orders !== 'off';
  return after.orders === 'dry_run' && (before.orders === 'live' || before.orders === 'draining');
}
