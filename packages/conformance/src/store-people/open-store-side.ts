import { Inbox } from '../inbound/inbox';
import { serveInbox } from '../inbound/serve-inbox';
import { NO_PEOPLE, type People } from '../people';
import { withCapturedSales } from './captured-sales';
import { promptedPeople } from './prompted-people';
import type { Prompter } from './prompter';
import { directEvents, simulatedPeople } from './simulated-people';

export interface StoreSideOptions {
  /** Where the store sends its events; null: no event is judged. */
  events: EventsAddress | null;
  /** Who acts at the store; with `nobody`, no one does what only its staff can do. */
  people:
    | { kind: 'nobody' }
    | { kind: 'simulator'; controlUrl: string }
    | { kind: 'asked'; openPrompter: () => Prompter };
  secrets: readonly string[];
  /** If it is known beforehand. */
  hubNetworkLocationId?: string | undefined;
  /** How long the staff may take for a prompt. */
  waitMs: number;
  /** Ends every wait. */
  signal: AbortSignal;
  write?: (line: string) => void;
}

/** This run's own address, or one whose events are handed to its inbox. */
export type EventsAddress =
  | { kind: 'served'; host: string; port: number; publicUrl: string | null; shopSlug: string }
  | { kind: 'handed_over'; url: string | null };

/** The store's half of a rehearsal: who acts there, and where its events arrive. */
export interface StoreSide {
  people: People;
  inbox: Inbox | null;
  close: () => Promise<void>;
}

/**
 * A store that acts at once also sends its event at once; an event that is not required is awaited no longer than this.
 */
const ARRIVE_MS = 30_000;
const QUIET_MS = 3_000;

/**
 * Opens the events address, and determines who acts at the store. Rejects where the port is taken or the simulator does
 * not answer.
 */
export async function openStoreSide(options: StoreSideOptions): Promise<StoreSide> {
  const { events, people, write = () => {}, ...given } = options;
  if (!events) {
    const there = people.kind === 'simulator' ? simulatedPeople(people.controlUrl) : NO_PEOPLE;
    return { people: there, inbox: null, close: () => Promise.resolve() };
  }
  const inbox = new Inbox({ ...given, arriveMs: ARRIVE_MS, quietMs: QUIET_MS });
  const { url, stop } = await openAddress(inbox, events);
  inbox.url = url;
  try {
    if (url !== null) write(`Events of the store are received at ${url}`);
    if (url !== null && people.kind === 'simulator') await directEvents(people.controlUrl, url);
  } catch (error) {
    await stop();
    throw error;
  }
  if (people.kind !== 'asked') return { people: actingPeople(people, inbox), inbox, close: stop };
  const prompter = people.openPrompter();
  const close = (): Promise<void> => {
    prompter.close();
    return stop();
  };
  return { people: promptedPeople(inbox, prompter), inbox, close };
}

async function openAddress(
  inbox: Inbox,
  events: EventsAddress,
): Promise<{ url: string | null; stop: () => Promise<void> }> {
  if (events.kind === 'handed_over') return { url: events.url, stop: () => Promise.resolve() };
  const { url, stop } = await serveInbox(inbox, events);
  return { url: events.publicUrl ?? url, stop };
}

function actingPeople(
  people: { kind: 'nobody' } | { kind: 'simulator'; controlUrl: string },
  inbox: Inbox,
): People {
  return people.kind === 'nobody' ? NO_PEOPLE : withCapturedSales(simulatedPeople(people.controlUrl), inbox);
}
