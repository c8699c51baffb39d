import type { CallOutcome } from '@hub/store-calls';

const FAULTS_SHOWN = 100;

/** How a store handled a call of `shop check`, as text. */
export function describeOutcome(outcome: CallOutcome<unknown>): string {
  switch (outcome.kind) {
    case 'confirmed':
      return '200, shaped right';
    case 'refused':
    case 'unauthorized':
      return `${outcome.status} ${outcome.code ?? 'without an error code'}`;
    case 'invalid_receipt':
      return `${outcome.status}, ${faultsOf(outcome)}`;
    case 'unavailable':
      return outcome.status === null
        ? `not reachable: ${outcome.code ?? outcome.reason}`
        : `answered ${outcome.status}${outcome.code === null ? '' : ` ${outcome.code}`}`;
    case 'postponed':
      return `not called: ${outcome.reason}`;
  }
}

/** All of them at once, with the store's own ids, as a reading of the catalogue names them (D14). */
function faultsOf({
  field,
  problem,
  faults,
}: Extract<CallOutcome<unknown>, { kind: 'invalid_receipt' }>): string {
  if (faults.length === 0) return `${field ?? 'answer'}: ${problem}`;
  const named = faults.slice(0, FAULTS_SHOWN).map((fault) => {
    const ids = [fault.productId, fault.variantId].filter(Boolean).join(', ');
    return `${fault.field || 'answer'}: ${fault.message}${ids === '' ? '' : ` (${ids})`}`;
  });
  const more = faults.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
