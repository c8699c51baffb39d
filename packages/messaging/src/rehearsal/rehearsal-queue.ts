/** Where the events of a rehearsing shop are judged: the queue of the process that runs the rehearsal. */
export function rehearsalQueue(run: string): string {
  return `rehearsal.${run}`;
}

/** Header: the event's capability is `off` at the shop. */
export const CAPABILITY_OFF = 'x-capability-off';

/** The answer to an event that does not belong to the rehearsal. */
export const NOT_OF_REHEARSAL = { not_of_rehearsal: true } as const;

export function isNotOfRehearsal(told: unknown): boolean {
  return typeof told === 'object' && told !== null && 'not_of_rehearsal' in told;
}
