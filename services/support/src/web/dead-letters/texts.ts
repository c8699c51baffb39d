import { failureTitle, reasonLabel } from '@hub/desk/words';
import type { SelectionForecast } from '@hub/desk/messages';
import type { StateLabel } from '../layout/state';

/** Names a failed message in a sentence. */
export function titleOf({ type, shop }: { type: string; shop: string | null }): string {
  return `${failureTitle(type)}${shop === null ? '' : `: ${shop}`}`;
}

export type Effect = SelectionForecast['kinds'][number]['effect'];

/** The effect of a replay, in a word or two; the forecast says the rest. */
export const EFFECTS: Record<Effect, StateLabel> = {
  acts: { text: 'has an effect', tone: 'good' },
  resumes: { text: 'resumes work', tone: 'good' },
  nothing: { text: 'no effect', tone: 'quiet' },
  refused: { text: 'would be refused', tone: 'warn' },
  fails: { text: 'fails again', tone: 'bad' },
  unclear: { text: 'no forecast', tone: 'warn' },
  impossible: { text: 'is not replayed', tone: 'bad' },
};

/** Why it failed, and whom to ask. @param reason that the failed message is filed under (failure policy) */
export function whyItFailed(reason: string): { words: string; advice: string } {
  if (reason === 'unreadable')
    return {
      words: 'Its bytes are not a message of the type of its queue, so no worker could read them.',
      advice: 'A replay fails again unless the message is edited, or its sender is fixed and sends it again.',
    };
  if (reason === 'delivery_limit')
    return {
      words: 'Its worker ended each time it handled the message, until the broker delivered it no more.',
      advice: 'Show the message to a developer before you replay it: it may end the worker again.',
    };
  if (reason === 'unknown')
    return { words: 'The reason was not recorded.', advice: 'Search the log for its correlation id.' };
  if (/^[A-Za-z]*Error$/.test(reason))
    return {
      words: `The worker failed each time it handled the message (${reason}). The cause is in our code or in the data.`,
      advice: 'Show the stack below to a developer. Once the cause is fixed, replay the message.',
    };
  return {
    words: `The worker gave up: ${reasonLabel(reason)}.`,
    advice: 'Once the cause is fixed, replay the message.',
  };
}
