import { AsyncResource } from 'node:async_hooks';
import { KitContext } from './context';
import { Looks } from './looks';
import { Sender, DELIVERY } from './delivery/sender';
import { kitEvents } from './events/kit-events';
import { openReturnsOf } from './events/open-returns';
import { sendAgain } from './events/send-again';
import { kitRouter } from './http/router';
import { numberOf } from './locations';
import type { KitHealth, StoreKit, StoreKitOptions } from './store-kit';
import { forgetOld } from './sweep/forget-old';
import { Sweep, SWEEP } from './sweep/sweep';

const LATEST_PARKED = 10;
const LATE_MS = 15 * 60_000;

/** A store's side of the contract, on the given platform and storage. Nothing is sent before `start`. */
export function createStoreKit<Tx>(options: StoreKitOptions<Tx>): StoreKit<Tx> {
  const kit = new KitContext(options);
  const delivery = { ...DELIVERY, ...options.delivery };
  const { eventsUrl } = options;
  const urlOf = typeof eventsUrl === 'string' ? () => eventsUrl : eventsUrl;
  const sender = new Sender(kit, { ...delivery, eventsUrl: urlOf, onRetry: (due) => looks.at(due) });
  const looks = new Looks({
    // Requested from within a platform's transaction, it does not belong to that: it would wait for its own turn.
    look: AsyncResource.bind(
      () => void sender.sendDue().catch((error: unknown) => kit.failed(error, 'looking for events to send')),
    ),
    pollMs: delivery.pollMs,
    now: kit.now,
  });
  const events = kitEvents(kit, looks);
  const sweep = new Sweep(kit, events, { ...SWEEP, ...options.sweep });
  let sweeping: Promise<void> = Promise.resolve();
  let sweepTimer: NodeJS.Timeout | undefined;
  const sweepSoon = (): void => {
    sweeping = sweep
      .sweepIfDue()
      .then(() => forgetOld(kit, options.forgetAfterDays))
      .catch((error: unknown) => kit.failed(error, 'the sweep'));
  };

  return {
    ...kitRouter(kit, { ...options, onCarriedOut: looks.now }),
    events,
    isServing: (operation) => kit.isServing(operation),
    start() {
      if (looks.areOn) return;
      sender.resume();
      looks.start();
      sweepTimer = setInterval(sweepSoon, sweep.everyMs);
      sweepSoon();
    },
    async stop() {
      looks.stop();
      clearInterval(sweepTimer);
      await sender.stop();
      await sweeping;
    },
    sendDue: () => sender.sendDue(),
    sweep: () => sweep.sweep(),
    health: () => healthOf(kit, sweep),
    parked: (limit = LATEST_PARKED) => kit.storage.parkedEvents({ limit }),
    sendAgain: async (eventId) => {
      const sent = await sendAgain(kit, eventId);
      looks.now();
      return sent;
    },
    locationNumber: (locationId) => kit.storage.transaction((tx) => numberOf(kit.records(tx), locationId)),
  };
}

async function healthOf<Tx>({ storage, now }: KitContext<Tx>, { last }: Sweep<Tx>): Promise<KitHealth> {
  const figures = await storage.outboxFigures();
  const latest = await storage.parkedEvents({ limit: LATEST_PARKED });
  const isLate = figures.oldestQueuedAt !== null && now() - figures.oldestQueuedAt.getTime() > LATE_MS;
  return {
    ok: figures.parked === 0 && !isLate && last?.failed !== true,
    ...figures,
    latestParked: latest.map(({ eventId, event, status, code, field }) => ({
      eventId,
      event,
      status,
      code,
      field,
    })),
    openReturns: await openReturnsOf(storage),
    lastSweep: last,
  };
}
