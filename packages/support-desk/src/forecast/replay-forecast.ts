/**
 * What a replay would do now, by the identity and state of what the message speaks of.
 * - `nothing`: it is recognised; nothing changes.
 * - `resumes`: takes up work that was given up or is unfinished.
 * - `acts`: does for the first time what the message asks for.
 * - `refused`: would be refused, with this code of the contract where it has one.
 * - `unclear`: cannot be told, for the message cannot be read.
 */
export interface ReplayForecast {
  effect: 'nothing' | 'resumes' | 'acts' | 'refused' | 'unclear';
  /** In plain words, without personal data. */
  says: string;
}

export const nothing = (says: string): ReplayForecast => ({ effect: 'nothing', says });
export const resumes = (says: string): ReplayForecast => ({ effect: 'resumes', says });
export const acts = (says: string): ReplayForecast => ({ effect: 'acts', says });
export const refused = (says: string): ReplayForecast => ({ effect: 'refused', says });
export const unclear = (says: string): ReplayForecast => ({ effect: 'unclear', says });
