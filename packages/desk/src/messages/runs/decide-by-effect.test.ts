import { describe, expect, it } from '@jest/globals';
import { FORECAST_EFFECTS } from '../replay-forecast';
import { decideByEffect, narrowingEffects, RUN_REFUSAL_LABELS } from './decide-by-effect';

describe('a bulk run by the effect of each replay', () => {
  it('asks for no forecast, where every effect is selected or none is named', () => {
    expect(narrowingEffects(undefined)).toBeNull();
    expect(narrowingEffects([...FORECAST_EFFECTS].toReversed())).toBeNull();
  });

  it('is narrowed by the effects that are selected, each once', () => {
    expect(narrowingEffects(['nothing', 'acts', 'acts'])).toEqual(['acts', 'nothing']);
    expect(narrowingEffects([])).toEqual([]);
  });

  it('replays those that have one of its effects, and skips the others with the reason', () => {
    const forecasts = (['acts', 'nothing', 'fails', 'unclear', 'impossible'] as const).map((effect) => ({
      id: effect,
      forecast: { effect },
    }));

    expect(decideByEffect(forecasts, ['acts', 'fails'])).toEqual({
      // Refused for its own reason, which is then shown.
      ids: ['acts', 'fails', 'impossible'],
      left: [
        { id: 'nothing', why: 'other_effect' },
        { id: 'unclear', why: 'not_known' },
      ],
    });
  });

  it('each reason for which it skips a message has its own label', () => {
    const labels = Object.values(RUN_REFUSAL_LABELS);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(label).toMatch(/\w/);
  });
});
