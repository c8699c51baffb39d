import { Inbox } from '../inbound/inbox';
import { serveInbox } from '../inbound/serve-inbox';
import { NOBODY, type People } from '../people';
import { withCapturedSales } from './captured-sales';
import { promptedPeople } from './prompted-people';
import { directEvents, simulatedPeople } from './simulated-people';
import { terminalOf } from './terminal';

export interface StoreSideOptions {
  /** Null: no event is judged. */
  events: { host: string; port: number; publicUrl: string | null; shopSlug: string } | null;
  /** The control endpoints of a simulator, in place of people. */
  simulate: string | null;
  secrets: readonly string[];
  waitMs: number;
  /** Aborted by Ctrl-C at the terminal; aborted, it ends every wait. */
  interrupted?: AbortController;
  write: (line: string) => void;
}

/** The store's half of a rehearsal: who acts there, and where its events arrive. */
export interface StoreSide {
  people: People;
  inbox: Inbox | null;
  close: () => Promise<void>;
}

/** A store that acts as soon as it is asked sends its event at once; one that need not report is not waited for longer. */
const ARRIVE_MS = 30_000;
const QUIET_MS = 3_000;

/** Opens the events address, and finds who acts at the store. Rejects where the port is taken or the simulator does not answer. */
export async function openStoreSide(options: StoreSideOptions): Promise<StoreSide> {
  const { events, simulate, secrets, waitMs, interrupted = new AbortController(), write } = options;
  const simulated = simulate === null ? null : simulatedPeople(simulate);
  if (!events) return { people: simulated ?? NOBODY, inbox: null, close: () => Promise.resolve() };
  const inbox = new Inbox({
    secrets,
    waitMs,
    arriveMs: ARRIVE_MS,
    quietMs: QUIET_MS,
    signal: interrupted.signal,
  });
  const served = await serveInbox(inbox, events);
  const url = events.publicUrl ?? served.url;
  write(`Events of the store are received at ${url}`);
  if (simulate !== null && simulated) {
    await directEvents(simulate, url);
    return { people: withCapturedSales(simulated, inbox), inbox, close: served.stop };
  }
  const terminal = terminalOf(process.stdin, process.stdout, () => interrupted.abort());
  return {
    people: promptedPeople(inbox, terminal),
    inbox,
    close: async () => {
      terminal.close();
      await served.stop();
    },
  };
}
