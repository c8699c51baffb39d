/** Forecasts of workers. */
export const FORECAST_EFFECTS = ['acts', 'resumes', 'nothing', 'refused', 'fails'] as const;
export type ForecastEffect = (typeof FORECAST_EFFECTS)[number];

/**
 * The effect of a replay now.
 * - `acts`: does what the message asks for. `resumes`: resumes unfinished work, or is retried automatically.
 * - `nothing`: it is recognised; nothing changes.
 * - `refused`: it would be answered with this code of the contract.
 * - `fails`: it would fail again.
 * - `unclear`: none: its worker did not answer.
 */
export interface ReplayForecast {
  effect: ForecastEffect | 'unclear';
  /** In plain language, without personal data. */
  says: string;
}
