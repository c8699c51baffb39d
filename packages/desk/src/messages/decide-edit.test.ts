import type { Shown } from '@hub/contract';
import type { DeadLetterState } from '@hub/database';
import { COMMANDS } from '@hub/messaging';
import { describe, expect, it } from '@jest/globals';
import { changedPaths } from './changed-paths';
import { decideEditable, type EditFacts } from './decide-edit';

const EVENT: EditFacts = {
  state: 'open',
  message: {
    kind: 'event',
    event: 'order.created',
    shopId: 1,
    eventId: 'E',
    data: {},
    bodySha256: Buffer.alloc(0),
  },
  queue: 'event',
  shopKnown: true,
  decided: false,
};
const editable = (facts: Partial<EditFacts>) => decideEditable({ ...EVENT, ...facts });

describe('what an edit can fix', () => {
  const UNREADABLE = { message: { kind: 'unreadable' } } as const;
  it.each<[string, Partial<EditFacts>, RegExp]>([
    ['data of an event that no worker decided', {}, /^its data can be edited/],
    ['bytes of an event that cannot be read', UNREADABLE, /^its bytes cannot be read/],
    [
      'bytes of a command that cannot be read, which no shop sent',
      { ...UNREADABLE, queue: 'command', shopKnown: false },
      /^its bytes cannot be read/,
    ],
  ])('%s', (_, facts, says) => {
    expect(editable(facts)).toEqual({ yes: true, why: null, says: expect.stringMatching(says) });
  });

  it.each<[string, Partial<EditFacts>, RegExp]>([
    ['an event that was decided (D6)', { decided: true }, /decided already/],
    [
      'an event of an unknown shop',
      { ...UNREADABLE, shopKnown: false },
      /the shop that sent it is not known/,
    ],
    [
      'a command that can be read',
      { queue: 'command', message: { kind: 'command', command: COMMANDS.routeOrder, payload: {} } },
      /stands in the database/,
    ],
    ['a message of an unknown queue', { ...UNREADABLE, queue: null }, /the queue it came from is not known/],
  ])('not %s', (_, facts, says) => {
    expect(editable(facts)).toEqual({ yes: false, why: 'not_editable', says: expect.stringMatching(says) });
  });

  it.each<[DeadLetterState, string, string]>([
    ['replaying', 'replay_pending', 'its replay is pending'],
    ['resolved', 'resolved', 'it went through already'],
    ['discarded', 'discarded', 'it is discarded: restore it first'],
  ])('not while it is %s', (state, why, says) => {
    expect(editable({ state })).toEqual({ yes: false, why, says });
  });
});

const fieldsOf = (...entries: [string, Shown][]): Shown => ({ fields: new Map(entries) });
const SHOWN = fieldsOf(
  ['a', fieldsOf(['b', 'value'])],
  ['b', 'value'],
  ['c', 'value'],
  ['data', fieldsOf(['city', 'masked'])],
  ['l', { each: fieldsOf(['q', 'value']) }],
);

describe('what an edit changes', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a field', { data: { city: 'A' } }, { data: { city: 'B' } }, ['data.city']],
    ['one more, one less', { a: 1, b: 1 }, { b: 1, c: 1 }, ['a', 'c']],
    ['in a list', { l: [{ q: 1 }, { q: 2 }] }, { l: [{ q: 1 }, { q: 3 }, 4] }, ['l[1].q', 'l[2]']],
    ['another kind', { a: { b: 1 } }, { a: [1] }, ['a']],
    ['what was no JSON', undefined, { a: 1 }, ['the whole body']],
    ['names that may be personal', { 'Ada Lind': 1 }, {}, ['…']],
    ['a name of a form that a contract could have', { a: { Ada_Lind: 1 } }, { a: {} }, ['a.…']],
  ])('%s', (_, before, after, paths) => {
    expect(changedPaths(before, after, SHOWN)).toEqual(paths);
  });

  it('names 50 places at most', () => {
    expect(changedPaths(Array(200).fill(1), Array(200).fill(2), SHOWN)).toHaveLength(50);
  });
});
