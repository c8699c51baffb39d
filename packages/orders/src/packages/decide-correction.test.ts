import type { StoreWriteState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { CORRECTION_REFUSALS, CorrectedTracking, decideCorrection, type Tracking } from './decide-correction';

const WRONG: Tracking = { carrier: 'PostNord', trackingNumber: '1', trackingUrl: null };
const RIGHT: Tracking = { carrier: 'PostNord', trackingNumber: '2', trackingUrl: null };
const stored = (tracking: Tracking, state: StoreWriteState) => ({ ...tracking, state });
const decide = (requested: Tracking, latest: ReturnType<typeof stored> | null = null) =>
  decideCorrection({ reported: stored(WRONG, 'done'), latest }, requested);

describe('D11: the tracking of a package is corrected', () => {
  it.each<[string, Partial<Tracking>]>([
    ['carrier', { carrier: 'DHL' }],
    ['number', { trackingNumber: '2' }],
    ['address', { trackingUrl: 'https://track.example/1' }],
  ])('where its %s differs', (_, change) => {
    expect(decide({ ...WRONG, ...change })).toEqual({ kind: 'correct' });
  });

  it('again, once an earlier correction has ended, whatever became of it', () => {
    expect(decide({ ...RIGHT, trackingNumber: '3' }, stored(RIGHT, 'done'))).toEqual({ kind: 'correct' });
    expect(decide({ ...RIGHT, trackingNumber: '3' }, stored(RIGHT, 'failed'))).toEqual({ kind: 'correct' });
  });

  it('back to what was reported first, after a correction', () => {
    expect(decide(WRONG, stored(RIGHT, 'done'))).toEqual({ kind: 'correct' });
  });

  it.each<[StoreWriteState, string]>([
    ['failed', 'again'],
    ['done', 'known'],
    ['due', 'known'],
    ['sending', 'known'],
  ])('the same correction twice is one: the first is %s', (state, kind) => {
    expect(decide(RIGHT, stored(RIGHT, state))).toEqual({ kind });
  });

  it.each<StoreWriteState>(['due', 'sending'])(
    'not while another correction is %s: no older number arrives after a newer one',
    (state) => {
      const refused = { kind: 'refused', why: 'under_way' };
      expect(decide({ ...RIGHT, trackingNumber: '3' }, stored(RIGHT, state))).toEqual(refused);
    },
  );

  it.each<StoreWriteState>(['due', 'sending', 'failed'])(
    'not before the selling shop has the first: it is %s',
    (state) => {
      expect(decideCorrection({ reported: stored(WRONG, state), latest: null }, RIGHT)).toEqual({
        kind: 'refused',
        why: 'not_delivered',
      });
    },
  );

  it('not if nothing would change', () => {
    expect(decide(WRONG)).toEqual({ kind: 'refused', why: 'unchanged' });
  });

  it('each refusal has its own text', () => {
    expect(new Set(Object.values(CORRECTION_REFUSALS)).size).toBe(3);
    for (const text of Object.values(CORRECTION_REFUSALS)) expect(text).toMatch(/\w/);
  });
});

describe('a correction, as a person sends it', () => {
  const given = { carrier: 'DHL', tracking_number: '2' };
  const faults = (correction: object) =>
    (CorrectedTracking.safeParse(correction).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]);

  it('has an address, an empty one for none, or leaves it out', () => {
    for (const more of [{}, { tracking_url: '' }, { tracking_url: 'https://track.example/2' }])
      expect(CorrectedTracking.parse({ ...given, ...more })).toEqual({ ...given, ...more });
  });

  it('names each faulty field', () => {
    expect(faults({ carrier: ' ', tracking_number: 'x'.repeat(256) }).map(([field]) => field)).toEqual([
      'carrier',
      'tracking_number',
    ]);
    expect(faults({ ...given, tracking_url: 'ftp://track.example' })).toEqual([
      ['tracking_url', 'must be an http or https address'],
    ]);
  });
});
