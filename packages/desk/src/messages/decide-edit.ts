import type { DeadLetterState } from '@hub/database';
import type { Message } from './read-message';

/** The facts of a failed message to be edited. */
export interface EditFacts {
  state: DeadLetterState;
  message: Message;
  /** Its queue is that of an event, of a command, or unknown. */
  queue: 'event' | 'command' | null;
  shopKnown: boolean;
  /** The ledger has the event: its id identifies the bytes that were decided (D6). */
  decided: boolean;
}

export interface Editable {
  yes: boolean;
  /** In plain language: what an edit can do, or why it can do nothing. */
  says: string;
  /** Why not. */
  why: 'replay_pending' | 'resolved' | 'discarded' | 'not_editable' | null;
}

/**
 * Whether an edit can fix a failed message: an event whose data makes a worker fail, or bytes that could not be read. A
 * readable command is its own identity, and its work is in the database.
 */
export function decideEditable(facts: EditFacts): Editable {
  const { state, message, queue, shopKnown } = facts;
  if (state === 'replaying') return no('replay_pending', 'its replay is pending');
  if (state === 'resolved') return no('resolved', 'it went through already');
  if (state === 'discarded') return no('discarded', 'it is discarded: restore it first');
  if (queue === null) return no('not_editable', 'the queue it came from is not known');
  if (message.kind === 'command')
    return no('not_editable', 'it names what is to be done and nothing else; that stands in the database');
  if (queue === 'event' && !shopKnown)
    return no('not_editable', 'the shop that sent it is not known, and no edit can say so');
  if (facts.decided)
    return no('not_editable', 'the event was decided already: its id cannot stand for other data');
  return {
    yes: true,
    why: null,
    says:
      message.kind === 'event'
        ? 'its data can be edited; event and event id stay. Should the shop send it again, it is answered event_id_conflict'
        : 'its bytes cannot be read: they can be replaced by what they should have been',
  };
}

function no(why: NonNullable<Editable['why']>, says: string): Editable {
  return { yes: false, why, says };
}
