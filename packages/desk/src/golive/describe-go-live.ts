import type { CapabilityGoLive, Confirmation } from '@hub/shops';
import { time } from '../engine/list';
import type { GoLive } from './read-go-live';

/** A shop's go-live as JSON. */
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
