import { z } from 'zod';

/** What became of something that a shop did at its door. `unknown`: it has nothing of that name. */
export type Acted<Answer extends object> =
  { kind: 'done'; answer: Answer } | { kind: 'refused'; reason: string } | { kind: 'unknown' };

/** What is said where there is nothing to say but that it is done. */
export const Said = z.object({ done: z.string().describe('what was done, as a sentence') });
export type Said = z.output<typeof Said>;
