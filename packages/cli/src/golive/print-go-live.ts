import { GO_LIVE_LABELS, MODE_LABELS, type GoLive } from '@hub/desk/golive';
import type { CapabilityGoLive, Confirmation } from '@hub/shops';
import { print, printTable, time } from '../output';

/** A shop's go-live for `--json`. */
export function describeGoLive({ shop, environment, signOff, capabilities, inProgress }: GoLive) {
  return {
    shop,
    environment,
    signed_off: signOff && { name: signOff.name, words: signOff.words, at: time(signOff.at) },
    capabilities: capabilities.map(describeCapability),
    in_progress: inProgress && { since: time(inProgress.since), by: inProgress.by, code: inProgress.code },
  };
}

function describeCapability(one: CapabilityGoLive) {
  const { capability, mode, state, rehearsal, confirmed, missing, flags } = one;
  return {
    capability,
    mode,
    state,
    live_before_records: time(one.liveBeforeRecords),
    rehearsal: rehearsal && {
      id: rehearsal.rehearsalId,
      at: time(rehearsal.at),
      by: rehearsal.by,
      checks: rehearsal.checks.length,
      open: rehearsal.open.map(({ id, result, rule }) => ({ id, result, rule })),
      overruled: rehearsal.checks.flatMap(({ id, overruled }) =>
        overruled ? [{ id, reason: overruled.reason, by: overruled.by, at: time(overruled.at) }] : [],
      ),
      violations: rehearsal.violations,
      store: describeConfirmation(rehearsal.store),
      operator: describeConfirmation(rehearsal.operator),
    },
    confirmed: confirmed && {
      id: confirmed.rehearsalId,
      at: time(confirmed.at),
      store: describeConfirmation(confirmed.store),
      operator: describeConfirmation(confirmed.operator),
    },
    missing,
    flags,
  };
}

function describeConfirmation(given: Confirmation | null) {
  if (given === null) return null;
  const { name, words, link, at } = given;
  return { name, words, link, at: time(at) };
}

/** A live capability depends on its confirmation, not on a later rehearsal. */
function countsOf({ state, confirmed, rehearsal }: CapabilityGoLive) {
  return (state === 'live' ? confirmed : null) ?? rehearsal;
}

/** The same for people. */
export function printGoLive(goLive: GoLive): void {
  const { shop, environment, signOff, capabilities, inProgress } = goLive;
  print(`${shop} in ${environment}`);
  if (inProgress) {
    const { since, by, code } = inProgress;
    print(
      `${by} rehearses it since ${time(since)}${code === null ? '' : `; its sales carry the code ${code}`}`,
    );
  }
  printTable(
    ['capability', 'sheet', 'state', 'rehearsed', 'store', 'operator'],
    capabilities.map((one) => {
      const { capability, mode, state, rehearsal, liveBeforeRecords } = one;
      const counts = countsOf(one);
      return [
        capability,
        MODE_LABELS[mode],
        liveBeforeRecords && !rehearsal ? 'live before records began' : GO_LIVE_LABELS[state],
        counts && time(counts.at),
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
      : `${environment} was signed off by ${signOff.name} at ${time(signOff.at)}`,
  );
}
