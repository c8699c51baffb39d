import type { NewEntry } from './case-entries';
import { mentionsIn, nameOfActor } from './colleagues';

/** The actions on a case. */
export type CaseAction =
  | { kind: 'take' }
  | { kind: 'hand_over'; to: string; note?: string | undefined }
  | { kind: 'release' }
  | { kind: 'note'; text: string }
  | { kind: 'snooze'; until: Date; note?: string | undefined }
  | { kind: 'wake' }
  | { kind: 'link'; url: string | null }
  | { kind: 'close'; note?: string | undefined; anyway: boolean }
  | { kind: 'reopen' };

/** Why it is refused, as labels. */
export const CASE_REFUSAL_LABELS = {
  unknown: 'there is no such case',
  closed: 'it is closed already',
  yours: 'it is yours already',
  theirs: 'it is theirs already',
  unowned: 'no one has it',
  no_colleague: 'no agent or lead of that name has signed in lately',
  empty_note: 'there is nothing in the note',
  not_later: 'it can be snoozed until a later moment, 30 days from now at most',
  not_snoozed: 'it is not snoozed',
  no_ticket: 'the address of a ticket begins with https://',
  still_unwell: 'something in it is still affected',
  open: 'it is open',
  closed_automatically: 'it closed automatically, or goes on in another case',
  followed_up: 'another case of the same cause is open',
} as const;
export type CaseRefusal = keyof typeof CASE_REFUSAL_LABELS;

/** A case, its row locked. */
export interface LockedCase {
  isClosed: boolean;
  /** An agent closed it, and no other case goes on with it. */
  isClosedByHand: boolean;
  /** Another case of the same cause is open. */
  isFollowedUp: boolean;
  owner: string | null;
  snoozedUntil: Date | null;
  ticketUrl: string | null;
  /** How many of its orders have problems; items without a known order count as one each. */
  unwell: number;
}

/** The columns of the case's row to change. */
export interface CaseChange {
  owner?: string | null;
  snoozedUntil?: Date | null;
  ticketUrl?: string | null;
  closedAt?: Date | null;
  closedBy?: string | null;
}
type Decision =
  | { refused: CaseRefusal }
  | { change: CaseChange; entry: Pick<NewEntry, 'kind' | 'text' | 'mentions' | 'detail'> };

/** The longest snooze. */
const SNOOZED_AT_MOST_MS = 30 * 86_400_000;

/** The result of an action. */
export function decideCaseAction(
  facts: {
    found: LockedCase | null;
    action: CaseAction;
    actor: string;
    /** To whom it can be handed over. */
    colleagues: readonly string[];
  },
  now: number,
): Decision {
  const { found, action, colleagues } = facts;
  if (!found) return { refused: 'unknown' };
  if (action.kind === 'note') return noted(action.text, colleagues);
  if (action.kind === 'reopen') return reopened(found);
  if (found.isClosed) return { refused: 'closed' };
  const me = nameOfActor(facts.actor);
  switch (action.kind) {
    case 'take':
      if (found.owner === me) return { refused: 'yours' };
      return { change: { owner: me }, entry: { kind: 'taken', detail: fromOf(found) } };
    case 'hand_over': {
      const to = colleagues.find((name) => name.toLowerCase() === action.to.trim().toLowerCase());
      if (to === undefined) return { refused: 'no_colleague' };
      if (found.owner === to) return { refused: 'theirs' };
      const detail = { ...fromOf(found), to };
      return { change: { owner: to }, entry: { kind: 'handed_over', detail, text: action.note } };
    }
    case 'release':
      if (found.owner === null) return { refused: 'unowned' };
      return { change: { owner: null }, entry: { kind: 'released', detail: fromOf(found) } };
    case 'snooze': {
      const until = action.until.getTime();
      if (!(until > now && until <= now + SNOOZED_AT_MOST_MS)) return { refused: 'not_later' };
      const detail = { until: action.until.toISOString() };
      return {
        change: { snoozedUntil: action.until },
        entry: { kind: 'snoozed', detail, text: action.note },
      };
    }
    case 'wake':
      if (found.snoozedUntil === null) return { refused: 'not_snoozed' };
      return { change: { snoozedUntil: null }, entry: { kind: 'woken' } };
    case 'link':
      if (action.url !== null && !isTicket(action.url)) return { refused: 'no_ticket' };
      return { change: { ticketUrl: action.url }, entry: { kind: 'linked', detail: { ticket: action.url } } };
    case 'close':
      if (found.unwell > 0 && !action.anyway) return { refused: 'still_unwell' };
      return {
        change: { closedAt: new Date(now), closedBy: me },
        entry: { kind: 'closed', text: action.note, detail: { still_in_difficulty: found.unwell } },
      };
  }
}

function reopened({ isClosed, isClosedByHand, isFollowedUp }: LockedCase): Decision {
  if (!isClosed) return { refused: 'open' };
  if (!isClosedByHand) return { refused: 'closed_automatically' };
  if (isFollowedUp) return { refused: 'followed_up' };
  return { change: { closedAt: null, closedBy: null, snoozedUntil: null }, entry: { kind: 'reopened' } };
}

function noted(text: string, colleagues: readonly string[]): Decision {
  const trimmed = text.trim();
  if (trimmed === '') return { refused: 'empty_note' };
  return { change: {}, entry: { kind: 'noted', text: trimmed, mentions: mentionsIn(trimmed, colleagues) } };
}

function fromOf({ owner }: LockedCase): { from?: string } {
  return owner === null ? {} : { from: owner };
}

function isTicket(url: string): boolean {
  return url.length <= 500 && URL.canParse(url) && new URL(url).protocol === 'https:';
}
