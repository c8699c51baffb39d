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
  it.each<[string, Partial<EditFacts>]>([
    ['data of an event that nobody decided', {}],
    ['bytes of an event that cannot be read', { message: { kind: 'unreadable' } }],
    ['bytes of a command that cannot be read', { message: { kind: 'unreadable' }, queue: 'command' }],
  ])('%s', (_, facts) => {
    expect(editable(facts)).toMatchObject({ yes: true, why: null });
  });

  it.each<[string, Partial<EditFacts>]>([
    ['an event that was decided (D6)', { decided: true }],
    ['an event of nobody knows whom', { message: { kind: 'unreadable' }, shopKnown: false }],
    [
      'a command that can be read',
      { queue: 'command', message: { kind: 'command', command: COMMANDS.routeOrder, payload: {} } },
    ],
    ['what came from nobody knows where', { queue: null, message: { kind: 'unreadable' } }],
  ])('not %s', (_, facts) => {
    expect(editable(facts)).toMatchObject({ yes: false, why: 'not_editable' });
  });

  it.each<[DeadLetterState, string]>([
    ['replaying', 'replay_pending'],
    ['resolved', 'resolved'],
    ['discarded', 'discarded'],
  ])('not while it is %s', (state, why) => {
    expect(editable({ state })).toMatchObject({ yes: false, why });
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
