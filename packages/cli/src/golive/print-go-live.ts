import { GO_LIVE_LABELS, MODE_LABELS } from '@hub/desk/golive';
import type { ResultOf } from '../desk/with-desk';
import { print, printTable } from '../output';

type GoLive = ResultOf<'golive.show'>;

/** A live capability depends on its confirmation, not on a later rehearsal. */
function countsOf({ state, confirmed, rehearsal }: GoLive['capabilities'][number]) {
  return (state === 'live' ? confirmed : null) ?? rehearsal;
}

/** A shop's go-live for people. */
export function printGoLive(goLive: GoLive): void {
  const { shop, environment, signed_off: signOff, capabilities, in_progress: inProgress } = goLive;
  print(`${shop} in ${environment}`);
  if (inProgress) {
    const { since, by, code } = inProgress;
    print(`${by} rehearses it since ${since}${code === null ? '' : `; its sales carry the code ${code}`}`);
  }
  printTable(
    ['capability', 'sheet', 'state', 'rehearsed', 'store', 'operator'],
    capabilities.map((one) => {
      const { capability, mode, state, rehearsal, live_before_records: liveBeforeRecords } = one;
      const counts = countsOf(one);
      return [
        capability,
        MODE_LABELS[mode],
        liveBeforeRecords && !rehearsal ? 'live before records began' : GO_LIVE_LABELS[state],
        counts && counts.at,
        counts?.store?.name ?? null,
        counts?.operator?.name ?? null,
      ];
    }),
  );
  for (const { capability, missing, flags } of capabilities) {
    for (const what of missing) print(`${capability} ${what}`);
    for (const what of flags) print(`look at it: ${capability} ${what}`);
  }
  print(
    signOff === null
      ? `${environment} is not signed off`
      : `${environment} was signed off by ${signOff.name} at ${signOff.at}`,
  );
}
