import type { DeadLetterState } from '@hub/database';
import { expect, it } from '@jest/globals';
import { decideAction, REFUSAL_LABELS, requiresNote, type DeadLetterAction } from './decide-action';

const OURS = 'routing.order.created';

it.each<[DeadLetterState, DeadLetterAction, string]>([
  ['open', 'replay', 'replaying'],
  ['open', 'discard', 'discarded'],
  ['open', 'restore', 'refused: not_discarded'],
  ['replaying', 'replay', 'refused: replay_pending'],
  ['replaying', 'discard', 'refused: replay_pending'],
  ['replaying', 'restore', 'refused: replay_pending'],
  ['resolved', 'replay', 'refused: resolved'],
  ['resolved', 'discard', 'refused: resolved'],
  ['resolved', 'restore', 'refused: resolved'],
  ['discarded', 'replay', 'refused: discarded'],
  ['discarded', 'discard', 'refused: discarded'],
  ['discarded', 'restore', 'open'],
])('%s, %s: %s', (state, action, expected) => {
  const decision = decideAction({ state, origin: OURS }, action);
  expect(decision.kind === 'do' ? decision.to : `refused: ${decision.why}`).toBe(expected);
});

it('a missing one is refused', () => {
  expect(decideAction(null, 'replay')).toEqual({ kind: 'refuse', why: 'unknown' });
});

it('nothing is sent to an unknown queue', () => {
  const failedMessage = { state: 'open', origin: 'unknown' } as const;
  expect(decideAction(failedMessage, 'replay')).toEqual({ kind: 'refuse', why: 'origin_unknown' });
  expect(decideAction(failedMessage, 'discard')).toEqual({ kind: 'do', to: 'discarded' });
});

it('what is discarded needs a note, as it is never handled again', () => {
  expect((['replay', 'discard', 'restore'] as const).filter(requiresNote)).toEqual(['discard']);
});

it('each refusal has its own label', () => {
  const labels = Object.values(REFUSAL_LABELS);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/\w/);
});
