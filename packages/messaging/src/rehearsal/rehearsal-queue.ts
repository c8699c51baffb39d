/** Where the events of a rehearsing shop are judged: the queue of the process that runs the rehearsal. */
export function rehearsalQueue(run: string): string {
  return `rehearsal.${run}`;
}

/** Header: the event's capability is `off` at the shop. */
export const CAPABILITY_OFF = 'x-capability-off';

/** Header: the verdict of the hub, as JSON, on an event that the run only watches. */
export const WATCHED_VERDICT = 'x-watched-verdict';

/** The run's answer to an event that is not its own; `watched`: it waits for the hub's verdict. */
export interface NotOfRehearsal {
  not_of_rehearsal: true;
  watched: boolean;
}

export function isNotOfRehearsal(answer: unknown): answer is NotOfRehearsal {
  return typeof answer === 'object' && answer !== null && 'not_of_rehearsal' in answer;
}
