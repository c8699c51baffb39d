import type { CatalogueRunState, ReturnState, StopState, StoreWriteState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import {
  forecastFigures,
  forecastPlacing,
  forecastPull,
  forecastRegistration,
  forecastRouting,
  forecastStop,
  forecastTracking,
  type PlacingFacts,
} from './forecast-command';

const placing = (overrides: Partial<PlacingFacts> = {}): PlacingFacts => ({
  state: 'planned',
  stopRequested: false,
  gaveUp: false,
  underWay: false,
  holdsItsLines: true,
  ...overrides,
});

describe('what a replay of a command would do', () => {
  it.each<[string, PlacingFacts | null, string]>([
    ['D18: never attempted', placing(), 'acts'],
    ['D23: given up, never attempted', placing({ gaveUp: true }), 'acts'],
    ['D21: a stop was asked for', placing({ stopRequested: true }), 'nothing'],
    [
      'D18: outcome unknown: settled by the same call',
      placing({ state: 'sending', gaveUp: true }),
      'resumes',
    ],
    ['being sent', placing({ state: 'sending', underWay: true }), 'nothing'],
    ['refused by the store', placing({ state: 'refused' }), 'resumes'],
    ['refused, its lines re-routed', placing({ state: 'refused', holdsItsLines: false }), 'nothing'],
    ['refused, to be stopped', placing({ state: 'refused', stopRequested: true }), 'nothing'],
    ['placed', placing({ state: 'placed' }), 'nothing'],
    ['stopped', placing({ state: 'stopped' }), 'nothing'],
    ['D18: a dry run is never sent', placing({ state: 'dry_run' }), 'nothing'],
    ['gone', null, 'nothing'],
  ])('shipping-order.place, %s', (_what, facts, effect) => {
    expect(forecastPlacing(facts).effect).toBe(effect);
  });

  it.each<[StoreWriteState | null, string]>([
    ['due', 'resumes'],
    ['failed', 'resumes'],
    ['sending', 'nothing'],
    ['done', 'nothing'],
    [null, 'nothing'],
  ])('tracking.deliver, %s: %s', (state, effect) => {
    expect(forecastTracking(state).effect).toBe(effect);
  });

  it.each<[ReturnState | null, string]>([
    ['due', 'resumes'],
    ['failed', 'resumes'],
    ['sending', 'nothing'],
    ['registered', 'nothing'],
    ['recorded', 'nothing'],
    ['waiting', 'nothing'],
    [null, 'nothing'],
  ])('return.register, %s: %s', (state, effect) => {
    expect(forecastRegistration(state).effect).toBe(effect);
  });

  it.each<[StopState | null, string]>([
    ['settling', 'resumes'],
    ['due', 'resumes'],
    ['failed', 'resumes'],
    ['sending', 'nothing'],
    ['confirmed', 'nothing'],
    ['already_shipped', 'nothing'],
    [null, 'nothing'],
  ])('shipping-order.stop, %s: %s', (state, effect) => {
    expect(forecastStop(state).effect).toBe(effect);
  });

  it.each<[CatalogueRunState | null, string]>([
    ['queued', 'resumes'],
    ['reading', 'resumes'],
    ['waiting', 'nothing'],
    ['accepted', 'nothing'],
    [null, 'nothing'],
  ])('catalogue.pull, %s: %s', (state, effect) => {
    expect(forecastPull(state).effect).toBe(effect);
  });

  it('order.route: only waiting lines of an order that stands are routed', () => {
    expect(forecastRouting({ state: 'accepted', waitingLines: 2 }).effect).toBe('acts');
    expect(forecastRouting({ state: 'accepted', waitingLines: 0 }).effect).toBe('nothing');
    expect(forecastRouting({ state: 'held', waitingLines: 2 }).effect).toBe('nothing');
    expect(forecastRouting(null).effect).toBe('nothing');
  });

  it('figures are worked out anew whenever they are asked for', () => {
    expect(forecastFigures().effect).toBe('acts');
  });
});
