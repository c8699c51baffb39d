import { type SimulatedStore, startStore, type StoreOptions } from '@hub/store-simulator';
import { Inbox, type InboxOptions } from '../src/inbound/inbox';
import { serveInbox } from '../src/inbound/serve-inbox';
import type { Progress, RehearsalOptions } from '../src/rehearse';
import type { RehearsalRecord } from '../src/record';
import { withCapturedSales } from '../src/store-people/captured-sales';
import { simulatedPeople } from '../src/store-people/simulated-people';
import { CATALOGUE, CREDENTIALS, HUB_LOCATION, rehearsalOf } from './a-rehearsal';

/** A secret that both sides still verify during a rotation. */
const OLDER_SECRET = 'older-test-secret';

/** A simulator and an events address, as `hub-rehearse --events-port … --simulate …` uses them. */
export interface SimulatedRehearsal {
  store: SimulatedStore;
  inbox: Inbox;
  play(options: Pick<RehearsalOptions, 'steps' | 'only'>): Promise<RehearsalRecord>;
  /** What the runs left to the store's staff. */
  leftOpen: string[];
  stop(): Promise<void>;
}

export async function aSimulatedRehearsal(
  options: Partial<StoreOptions> = {},
  times: Partial<InboxOptions> = {},
): Promise<SimulatedRehearsal> {
  const signingSecrets: [string, string] = [CREDENTIALS.signingSecret, OLDER_SECRET];
  const store = await startStore({
    ...CREDENTIALS,
    slug: 'test-shop',
    country: 'SE',
    currency: 'EUR',
    hubLocationId: HUB_LOCATION,
    locations: ['1001', '1002'],
    catalogue: CATALOGUE,
    olderSecrets: [OLDER_SECRET],
    echoes: { inventory: true, orders: 'tag' },
    deliveryDelaysMs: [0, 20, 20],
    control: true,
    ...options,
  });
  const inbox = new Inbox({
    secrets: signingSecrets,
    hubNetworkLocationId: HUB_LOCATION,
    waitMs: 2_000,
    arriveMs: 2_000,
    quietMs: 150,
    ...times,
  });
  const served = await serveInbox(inbox, { host: '127.0.0.1', port: 0, shopSlug: 'test-shop' });
  store.sendEventsTo(served.url);
  inbox.url = served.url;
  const people = withCapturedSales(simulatedPeople(`${store.apiRoot}/_control`), inbox);
  const leftOpen: string[] = [];
  const onProgress = (progress: Progress): void => {
    if (progress.kind === 'left_open') leftOpen.push(progress.what);
  };
  return {
    store,
    leftOpen,
    inbox,
    play: (played) =>
      rehearsalOf(store.apiRoot, { ...played, people, inbox, onProgress, change: { signingSecrets } }),
    async stop() {
      await store.stop();
      await served.stop();
    },
  };
}
