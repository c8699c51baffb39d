import { REFUSAL_LABELS, type ActionRefusal } from '../decide-action';
import type { Forecast } from '../forecast-selection';
import { FORECAST_EFFECTS, type ForecastEffect } from '../replay-forecast';

/** Why a bulk run by effect skips a message. */
type LeftByEffect = 'other_effect' | 'not_known';

/** Why a bulk run does nothing with a message. */
export type RunRefusal = ActionRefusal | LeftByEffect;

/** The labels of these. */
export const RUN_REFUSAL_LABELS: Record<RunRefusal, string> = {
  ...REFUSAL_LABELS,
  other_effect: 'other effect: a replay would do what was not ticked',
  not_known: 'not known: no worker answered what a replay would do',
};

/** The effects that filter a run, each once; null: all of them are selected, so no forecast is needed. */
export function narrowingEffects(effects: readonly ForecastEffect[] | undefined): ForecastEffect[] | null {
  if (effects === undefined) return null;
  const chosen = FORECAST_EFFECTS.filter((effect) => effects.includes(effect));
  return chosen.length === FORECAST_EFFECTS.length ? null : chosen;
}

/**
 * Which of a batch are processed, by the forecast of each, and which are skipped. What could not be replayed at all is
 * processed: it is refused for its own reason.
 */
export function decideByEffect(
  forecasts: readonly { id: string; forecast: Pick<Forecast, 'effect'> }[],
  effects: readonly ForecastEffect[],
): { ids: string[]; left: { id: string; why: LeftByEffect }[] } {
  const ids: string[] = [];
  const left: { id: string; why: LeftByEffect }[] = [];
  for (const { id, forecast } of forecasts) {
    const { effect } = forecast;
    if (effect === 'unclear') left.push({ id, why: 'not_known' });
    else if (effect === 'impossible' || effects.includes(effect)) ids.push(id);
    else left.push({ id, why: 'other_effect' });
  }
  return { ids, left };
}
