import { describe, expect, it } from '@jest/globals';
import { GATHER_MS, gatherNotices, type UnsentEntry } from './gather-notices';

const NOW = Date.parse('2026-11-22T10:00:00Z');
let serial = 0;

function anEntry(kind: string, more: Partial<UnsentEntry> = {}): UnsentEntry {
  serial += 1;
  return {
    id: String(serial),
    caseId: 'c-1',
    kind,
    actor: null,
    mentions: [],
    at: new Date(NOW - GATHER_MS),
    leased: false,
    title: 'Nordic refused paid lines',
    shop: 'Nordic',
    orders: 3,
    inDifficulty: 3,
    ...more,
  };
}
const gather = (entries: readonly UnsentEntry[]) =>
  gatherNotices(entries, { now: NOW, deskUrl: 'https://desk.example' });
const titles = (entries: readonly UnsentEntry[]) => gather(entries).messages.map(({ title }) => title);

describe('notifications of cases', () => {
  it('opened: with how many orders are in it, and its link', () => {
    const opened = anEntry('opened');
    expect(gather([opened])).toEqual({
      messages: [
        {
          ids: [opened.id],
          title: 'Case opened: Nordic refused paid lines',
          lines: ['3 items affected', 'https://desk.example/cases/c-1'],
        },
      ],
      silent: [],
    });
  });

  it.each<[string, UnsentEntry]>([
    ['taken by ada', anEntry('taken', { actor: 'agent:ada' })],
    ['handed over to bo by ada', anEntry('handed_over', { actor: 'agent:ada', to: 'bo' })],
    [
      'snoozed until 2026-11-23 08:00 UTC by ada',
      anEntry('snoozed', { actor: 'agent:ada', until: '2026-11-23T08:00:00.000Z' }),
    ],
    ['its snooze is over', anEntry('woken')],
    ['4 more', anEntry('grown', { more: 4 })],
    ['a note by ada for bo, cy', anEntry('noted', { actor: 'agent:ada', mentions: ['bo', 'cy'] })],
  ])('changed: %s', (how, entry) => {
    expect(titles([entry])).toEqual([`Case changed (${how}): Nordic refused paid lines`]);
  });

  it('closed: automatically, or by whom', () => {
    expect(titles([anEntry('closed')])).toEqual(['Case closed: Nordic refused paid lines']);
    expect(titles([anEntry('closed', { actor: 'lead:bo' })])).toEqual([
      'Case closed (by bo): Nordic refused paid lines',
    ]);
  });

  it('one broken store is one message, whatever goes wrong with it', () => {
    const entries = [anEntry('opened'), anEntry('opened', { caseId: 'c-2', title: 'Other' })];
    const { messages } = gather([...entries, anEntry('opened', { caseId: 'c-3', shop: 'Alpine' })]);
    expect(messages.map(({ title, ids }) => [title, ids.length])).toEqual([
      ['Nordic: 2 cases', 2],
      ['Case opened: Nordic refused paid lines', 1],
    ]);
  });

  it('waits a moment when a case opens, and then includes what happened to it meanwhile', () => {
    const fresh = anEntry('opened', { at: new Date(NOW - GATHER_MS + 1) });
    const taken = anEntry('taken', { actor: 'agent:ada', at: new Date(NOW) });
    expect(titles([fresh, taken])).toEqual([]);
    expect(titles([anEntry('opened'), taken])).toEqual([
      'Case opened (taken by ada): Nordic refused paid lines',
    ]);
  });

  it('does not report a case that recovered before anyone was notified', () => {
    const entries = [anEntry('opened'), anEntry('closed')];
    expect(gather(entries)).toEqual({ messages: [], silent: entries.map(({ id }) => id) });
  });

  it('reports a case that a person closed or mentioned a colleague in, however soon it is over', () => {
    expect(titles([anEntry('opened'), anEntry('closed', { actor: 'lead:bo' })])).toEqual([
      'Case closed (by bo): Nordic refused paid lines',
    ]);
    const called = anEntry('noted', { actor: 'agent:ada', mentions: ['bo'] });
    expect(titles([anEntry('opened'), called, anEntry('closed')])).toEqual([
      'Case closed (a note by ada for bo): Nordic refused paid lines',
    ]);
  });

  it('a case that another copy is sending waits, so that messages stay in order', () => {
    expect(titles([anEntry('taken', { leased: true }), anEntry('closed')])).toEqual([]);
  });
});
