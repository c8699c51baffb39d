import type { DeadLetterState } from '@hub/database';
import { messageLabel } from '@hub/messaging';
import type { StateLabel } from '../engine/cell';

/** @param type of a message, known or unknown */
export function aboutOf(type: string): string {
  return messageLabel(type) ?? 'Unknown message';
}

/** The state of a failed message; a replay that was handled waits for the call to a store that is its effect. */
export function messageState({
  state,
  replayId,
}: {
  state: DeadLetterState;
  replayId: string | null;
}): StateLabel {
  if (state === 'replaying' && replayId === null) return { text: 'waiting for the store', tone: 'warn' };
  return MESSAGE_STATES[state];
}

export const MESSAGE_STATES: Record<DeadLetterState, StateLabel> = {
  open: { text: 'open', tone: 'bad' },
  replaying: { text: 'being replayed', tone: 'warn' },
  resolved: { text: 'went through', tone: 'good' },
  discarded: { text: 'discarded', tone: 'quiet' },
};
