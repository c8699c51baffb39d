import { z } from 'zod';

/** The result of a shop's action at its door. `unknown`: it has nothing of that name. */
export type Acted<Answer extends object> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' };

/** The result of an action that only reports that it is done. */
export const Said = z.object({ done: z.string().describe('what was done, as a sentence') });
export type Said = z.output<typeof Said>;
