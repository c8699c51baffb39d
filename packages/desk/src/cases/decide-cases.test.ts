import { describe, expect, it } from '@jest/globals';
import { decideCases, GROWTH_EVERY_MS, type CaseFacts, type NewItem, type OpenCase } from './decide-cases';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const cause = (kind: string) => ({ kind, shopId: 1, about: '' });

function anItem(item: string, kind = 'refused'): NewItem {
  const since = new Date(NOW);
  return { item, subject: null, sellerOrderId: null, itemShopId: 1, since, cause: cause(kind), key: kind };
}

function aCase(id: string, key: string, more: Partial<OpenCase> = {}): OpenCase {
  const openedAt = new Date(NOW - 60_000);
  const size = { size: 1, reportedSize: 1, reportedAt: openedAt, members: 1 };
  return { id, key, openedAt, snoozedUntil: null, ...size, ...more };
}

const decide = (facts: Partial<CaseFacts>) =>
  decideCases({ open: [], fresh: [], ended: [], moved: [], ...facts }, NOW);
const moved = (caseId: string, item: string, kind: string) => ({
  caseId,
  item,
  cause: cause(kind),
  key: kind,
});

describe('one failure is one case', () => {
  it('items with one cause open one case, and join the open one', () => {
    const items = [anItem('a'), anItem('b'), anItem('c', 'waiting')];
    expect(decide({ fresh: items }).opened).toMatchObject([
      { key: 'refused', items: [{ item: 'a' }, { item: 'b' }] },
      { key: 'waiting', items: [{ item: 'c' }] },
    ]);
    const { opened, joined } = decide({ open: [aCase('A', 'refused')], fresh: items });
    expect(opened).toMatchObject([{ key: 'waiting' }]);
    expect(joined).toMatchObject([{ id: 'A', items: [{ item: 'a' }, { item: 'b' }] }]);
  });

  it('a case closes when its last item is resolved, and not while something joins it', () => {
    const open = [aCase('A', 'refused', { members: 2 })];
    const ended = [{ item: 'a', caseId: 'A' }];
    expect(decide({ open, ended }).closed).toEqual([]);
    expect(decide({ open, ended: [...ended, { item: 'b', caseId: 'A' }] }).closed).toEqual(['A']);
    const both = [...ended, { item: 'b', caseId: 'A' }];
    expect(decide({ open, ended: both, fresh: [anItem('c')] }).closed).toEqual([]);
  });

  it('items whose cause changed take their case along', () => {
    const { followed, merged } = decide({
      open: [aCase('A', 'placing')],
      moved: [moved('A', 'a', 'store_away')],
    });
    expect([followed, merged]).toMatchObject([[{ id: 'A', key: 'store_away' }], []]);
  });

  it('two cases of one cause are merged into the older, also if both get it at once', () => {
    const older = aCase('A', 'store_away', { openedAt: new Date(NOW - 120_000) });
    expect(
      decide({ open: [aCase('B', 'placing'), older], moved: [moved('B', 'b', 'store_away')] }),
    ).toMatchObject({ followed: [], merged: [{ id: 'B', into: 'A' }], closed: [] });
    const both = decide({
      open: [aCase('A', 'placing', { openedAt: new Date(NOW - 120_000) }), aCase('B', 'tracking_owed')],
      moved: [moved('A', 'a', 'store_away'), moved('B', 'b', 'store_away')],
    });
    expect(both.followed).toMatchObject([{ id: 'A', key: 'store_away' }]);
    expect(both.merged).toEqual([{ id: 'B', into: 'A' }]);
  });

  it('cases that swap causes keep their items', () => {
    const { followed, merged } = decide({
      open: [aCase('A', 'placing'), aCase('B', 'refused')],
      moved: [moved('A', 'a', 'refused'), moved('B', 'b', 'placing')],
    });
    expect(followed.map(({ id, key }) => [id, key])).toEqual([
      ['A', 'refused'],
      ['B', 'placing'],
    ]);
    expect(merged).toEqual([]);
  });

  it('growth is reported once in ten minutes, and not for a snoozed case', () => {
    expect(GROWTH_EVERY_MS).toBe(600_000);
    const reportedAt = new Date(NOW - GROWTH_EVERY_MS);
    const fresh = [anItem('a'), anItem('b')];
    const grown = (more: Partial<OpenCase>) => decide({ open: [aCase('A', 'refused', more)], fresh }).grown;
    expect(grown({ reportedAt })).toEqual([{ id: 'A', more: 2 }]);
    expect(grown({ reportedAt: new Date(NOW - GROWTH_EVERY_MS + 1) })).toEqual([]);
    expect(grown({ reportedAt, snoozedUntil: new Date(NOW + 1) })).toEqual([]);
  });

  it('a snooze ends at its moment', () => {
    const woken = (at: number) =>
      decide({ open: [aCase('A', 'refused', { snoozedUntil: new Date(at) })] }).woken;
    expect([woken(NOW), woken(NOW + 1)]).toEqual([['A'], []]);
  });

  it('without growth nothing is reported, however long ago the last report was', () => {
    expect(decide({ open: [aCase('A', 'refused', { reportedAt: new Date(0) })] }).grown).toEqual([]);
  });

  it('growth before a snooze that has ended is reported', () => {
    const ended = { reportedAt: new Date(0), size: 3, snoozedUntil: new Date(NOW) };
    expect(decide({ open: [aCase('A', 'refused', ended)] }).grown).toEqual([{ id: 'A', more: 2 }]);
  });

  it('a case that closes, or was never snoozed, does not wake', () => {
    const open = [aCase('A', 'refused', { snoozedUntil: new Date(NOW) }), aCase('B', 'waiting')];
    const { closed, woken } = decide({ open, ended: [{ item: 'a', caseId: 'A' }] });
    expect([closed, woken]).toEqual([['A'], []]);
  });

  it('a case that takes another over does not close, and the other is merged, not closed', () => {
    const open = [aCase('A', 'store_away'), aCase('B', 'placing')];
    const ended = ['A', 'B'].map((caseId) => ({ item: caseId, caseId }));
    expect(decide({ open, ended, moved: [moved('B', 'b', 'store_away')] })).toMatchObject({
      merged: [{ id: 'B', into: 'A' }],
      closed: [],
    });
  });

  it('a case follows most of its items', () => {
    const causes = ['refused', 'store_away', 'store_away'];
    const { followed } = decide({
      open: [aCase('A', 'placing')],
      moved: causes.map((kind, index) => moved('A', String(index), kind)),
    });
    expect(followed).toMatchObject([{ id: 'A', key: 'store_away' }]);
  });

  it('of cases that get one cause at once, the older goes on; of two of one age, the first by id', () => {
    const both = (...open: OpenCase[]) =>
      decide({ open, moved: [moved('A', 'a', 'store_away'), moved('B', 'b', 'store_away')] }).merged;
    const old = new Date(NOW - 3_600_000);

    expect(both(aCase('A', 'placing'), aCase('B', 'refused', { openedAt: old }))).toEqual([
      { id: 'A', into: 'B' },
    ]);
    expect(both(aCase('B', 'refused'), aCase('A', 'placing'))).toEqual([{ id: 'B', into: 'A' }]);
    expect(both(aCase('A', 'placing'), aCase('B', 'refused'))).toEqual([{ id: 'B', into: 'A' }]);
  });
});
