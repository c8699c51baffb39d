/** What workers foretell. */
export const FORETOLD_EFFECTS = ['acts', 'resumes', 'nothing', 'refused', 'fails'] as const;
export type ForetoldEffect = (typeof FORETOLD_EFFECTS)[number];

/**
 * What a replay would come to now.
 * - `acts`: does what the message asks for. `resumes`: takes up work that is unfinished, or is tried again by itself.
 * - `nothing`: it is recognised; nothing changes.
 * - `refused`: it would be answered with this code of the contract.
 * - `fails`: it would fail again.
 * - `unclear`: none: its worker did not say.
 */
export interface ReplayForecast {
  effect: ForetoldEffect | 'unclear';
  /** In plain words, without personal data. */
  says: string;
}
