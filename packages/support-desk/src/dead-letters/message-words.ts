import type { DeadLetterState } from '@hub/database';
import { messageLabel } from '@hub/messaging';
import type { StateLabel } from '../engine/cell';

/** @param type of a message, known or unknown */
export function aboutOf(type: string): string {
  return messageLabel(type) ?? 'Unknown message';
}

export const MESSAGE_STATES: Record<DeadLetterState, StateLabel> = {
  open: { text: 'open', tone: 'bad' },
  replaying: { text: 'being replayed', tone: 'warn' },
  resolved: { text: 'went through', tone: 'good' },
  discarded: { text: 'discarded', tone: 'quiet' },
};
