import { describe, expect, it } from '@jest/globals';
import { mentionsIn } from './colleagues';
import { decideCaseAction, type CaseAction, type LockedCase } from './decide-case-action';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const OPEN: LockedCase = {
  isClosed: false,
  isClosedByHand: false,
  isFollowedUp: false,
  owner: null,
  snoozedUntil: null,
  ticketUrl: null,
  unwell: 0,
};
const DAY_MS = 86_400_000;

const decide = (action: CaseAction, found: Partial<LockedCase> | null = {}) =>
  decideCaseAction(
    { found: found && { ...OPEN, ...found }, action, actor: 'agent:ada', colleagues: ['ada', 'Bo'] },
    NOW,
  );
const until = (ms: number) => ({ kind: 'snooze', until: new Date(NOW + ms) }) as const;

describe('actions on a case', () => {
  it.each<[string, CaseAction, Partial<LockedCase> | null, string]>([
    ['one that is not there', { kind: 'take' }, null, 'unknown'],
    ['one that is closed', { kind: 'take' }, { isClosed: true }, 'closed'],
    ['one that is theirs', { kind: 'take' }, { owner: 'ada' }, 'yours'],
    ['to somebody unknown', { kind: 'hand_over', to: 'eve' }, {}, 'no_colleague'],
    ['to whom it belongs', { kind: 'hand_over', to: 'bo' }, { owner: 'Bo' }, 'theirs'],
    ['one that is nobody’s', { kind: 'release' }, {}, 'unowned'],
    ['an empty note', { kind: 'note', text: ' ' }, {}, 'empty_note'],
    ['a snooze into the past', until(0), {}, 'not_later'],
    ['a snooze for ever', until(31 * DAY_MS), {}, 'not_later'],
    ['one that is awake', { kind: 'wake' }, {}, 'not_snoozed'],
    ['a ticket without https', { kind: 'link', url: 'javascript:alert(1)' }, {}, 'no_ticket'],
    ['closing while something is not well', { kind: 'close', anyway: false }, { unwell: 1 }, 'still_unwell'],
    ['opening one that is open', { kind: 'reopen' }, {}, 'open'],
    ['opening one that closed automatically', { kind: 'reopen' }, { isClosed: true }, 'closed_automatically'],
    [
      'opening one whose cause has another case',
      { kind: 'reopen' },
      { isClosed: true, isClosedByHand: true, isFollowedUp: true },
      'followed_up',
    ],
  ])('is refused: %s', (_what, action, found, refused) => {
    expect(decide(action, found)).toEqual({ refused });
  });

  it('a colleague is named in any letter case, and takes the case over', () => {
    expect(decide({ kind: 'hand_over', to: 'BO' }, { owner: 'ada' })).toEqual({
      change: { owner: 'Bo' },
      entry: { kind: 'handed_over', detail: { from: 'ada', to: 'Bo' }, text: undefined },
    });
  });

  it('closing a case with unresolved items needs a confirmation, which is recorded', () => {
    expect(decide({ kind: 'close', anyway: true, note: 'known' }, { unwell: 2 })).toEqual({
      change: { closedAt: new Date(NOW), closedBy: 'ada' },
      entry: { kind: 'closed', text: 'known', detail: { still_in_difficulty: 2 } },
    });
  });

  it('a note may still be added to a closed case, and mentions colleagues', () => {
    expect(decide({ kind: 'note', text: ' see above, @bo ' }, { isClosed: true })).toEqual({
      change: {},
      entry: { kind: 'noted', text: 'see above, @bo', mentions: ['Bo'] },
    });
  });

  it('an agent takes a case, from a colleague too, and releases it', () => {
    expect(decide({ kind: 'take' })).toEqual({
      change: { owner: 'ada' },
      entry: { kind: 'taken', detail: {} },
    });
    expect(decide({ kind: 'take' }, { owner: 'Bo' })).toMatchObject({ entry: { detail: { from: 'Bo' } } });
    expect(decide({ kind: 'release' }, { owner: 'Bo' })).toEqual({
      change: { owner: null },
      entry: { kind: 'released', detail: { from: 'Bo' } },
    });
  });

  it('a colleague is named with blanks around too', () => {
    expect(decide({ kind: 'hand_over', to: ' bo ' })).toMatchObject({ change: { owner: 'Bo' } });
  });

  it('a case is snoozed for 30 days at most, and woken before', () => {
    const longest = until(30 * DAY_MS);
    expect(decide({ ...longest, note: 'a holiday' })).toEqual({
      change: { snoozedUntil: longest.until },
      entry: { kind: 'snoozed', detail: { until: '2026-12-22T10:00:00.000Z' }, text: 'a holiday' },
    });
    expect(decide(until(30 * DAY_MS + 1))).toEqual({ refused: 'not_later' });
    expect(decide(until(1))).toMatchObject({ entry: { kind: 'snoozed' } });
    expect(decide({ kind: 'wake' }, { snoozedUntil: longest.until })).toEqual({
      change: { snoozedUntil: null },
      entry: { kind: 'woken' },
    });
  });

  it('a case has one ticket, at an https address of 500 characters at most, or none', () => {
    const ticket = 'https://tickets.example/'.padEnd(500, '7');
    for (const url of [ticket, null])
      expect(decide({ kind: 'link', url })).toEqual({
        change: { ticketUrl: url },
        entry: { kind: 'linked', detail: { ticket: url } },
      });
    for (const url of [`${ticket}7`, 'https://', 'http://tickets.example/7'])
      expect(decide({ kind: 'link', url })).toEqual({ refused: 'no_ticket' });
  });

  it('a case without unresolved items closes without a confirmation', () => {
    expect(decide({ kind: 'close', anyway: false })).toMatchObject({
      change: { closedBy: 'ada' },
      entry: { kind: 'closed' },
    });
  });

  it('a case that an agent closed is reopened, awake', () => {
    expect(decide({ kind: 'reopen' }, { isClosed: true, isClosedByHand: true })).toEqual({
      change: { closedAt: null, closedBy: null, snoozedUntil: null },
      entry: { kind: 'reopened' },
    });
  });
});

it.each([
  ['@bo please look', ['Bo']],
  ['ask @Bo.', ['Bo']],
  ['bo@shop.example is an address, @eve is unknown', []],
  ['(@ada) and @bo', ['ada', 'Bo']],
])('a note mentions colleagues: %s', (note, names) => {
  expect(mentionsIn(note, ['ada', 'Bo'])).toEqual(names);
});
