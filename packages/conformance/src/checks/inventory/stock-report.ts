import { Instant, sign, SIGNATURE_HEADER } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { readVariant } from '../../catalogue/read-variant';
import { testVariants } from '../../catalogue/test-variants';
import { keepArrival } from '../../http/evidence';
import type { Arrival } from '../../inbound/arrival';
import { stockOf } from '../../inbound/caused-event';
import { newReference } from '../../references';
import { requireOutcome, sendAgain } from '../shared/replay';
import {
  arrivesCheck,
  type AskedEvent,
  eventCheck,
  eventChecks,
  eventOf,
  oncePerRun,
  requireInbox,
} from '../shared/events';

const event = 'inventory.updated';
/** The increase: no difference of two quantities equals a quantity. */
const MORE = 5;

/** A change of stock that was requested. */
interface StockChange {
  variantId: string;
  locationId: string;
  quantity: number;
  arrival: Arrival | null;
}

interface FirstChange extends StockChange {
  before: number;
  /** The resent event, after the first was answered 503; null where it did not come. */
  again: Arrival | null;
}

interface NextChange extends StockChange {
  first: FirstChange;
}

/** The stock of a variant is raised; the first report of it is left unfinished. */
const raisedStock = oncePerRun(async (context): Promise<FirstChange> => {
  const inbox = requireInbox(context);
  const [{ variantId }] = await testVariants(context, 1);
  const { locationId, before } = await ownLevel(context, variantId);
  const level = { variantId, locationId, quantity: before + MORE };
  inbox.leaveUnfinished(event);
  const mark = inbox.mark;
  const arrival = await changedStock(context, level);
  const isAgain = (one: Arrival): boolean => one !== arrival && isReportOf(context, variantId, one);
  const isUnfinished = arrival?.answer.status === 503;
  const again = isUnfinished ? await inbox.waitFor(mark, isAgain, inbox.options.waitMs) : null;
  return { ...level, before, arrival, again };
});

/** And set back to what it was. */
const restoredStock = oncePerRun(async (context): Promise<NextChange> => {
  const first = await raisedStock(context);
  const { variantId, locationId, before: quantity } = first;
  const level = { variantId, locationId, quantity };
  return { ...level, first, arrival: await changedStock(context, level) };
});

const RAISED: AskedEvent<FirstChange> = {
  step: 'inventory',
  event,
  name: 'report',
  when: 'when the stock of a variant at a location has changed',
  asked: raisedStock,
};

const RESTORED: AskedEvent<NextChange> = { ...RAISED, name: 'next_report', asked: restoredStock };

/** Step 2, events of the store: two changes of its own stock. */
export const STOCK_REPORTS: readonly Check[] = [
  ...eventChecks(RAISED),
  eventCheck(
    RAISED,
    {
      what: 'of_the_change',
      rule: 'A report names the variant, the location and the absolute quantity there now, never a difference.',
    },
    ({ data }, { variantId, locationId, quantity }) => {
      const right = { variant_id: variantId, location_id: locationId, quantity };
      const wrong = Object.entries(right).find(([field, value]) => data[field] !== value);
      if (wrong)
        throw new CheckFault(
          `after the stock of ${variantId} at ${locationId} was set to ${quantity}, ${wrong[0]} of the report is ${JSON.stringify(data[wrong[0]]) ?? 'missing'}`,
          'report the quantity that the location has after the change, under the ids of GET /products',
        );
    },
  ),
  eventCheck(
    RAISED,
    { what: 'shown', rule: 'What a report says is what GET /products shows from then on.' },
    async (_, { variantId, locationId, quantity }, context) => {
      const levels = await readVariant(context, variantId);
      const shown = levels.find(({ location_id }) => location_id === locationId)?.quantity;
      if (shown !== quantity)
        throw new CheckFault(
          `the stock at location ${locationId} was set to ${quantity}; GET /products shows ${shown ?? 'nothing'}`,
          'serve each page with the stock of the moment in which it is asked for',
        );
    },
  ),
  eventCheck(
    RAISED,
    { what: 'resent', rule: 'An event that was answered 5xx is sent again.' },
    ({ answer, watched }, { again }, context) => {
      if (watched) throw new NotRun('the hub answers the reports of a capability that is live itself');
      if (answer.status !== 503) throw new NotRun(`the event was refused with ${answer.status} at once`);
      if (!again)
        throw new CheckFault(
          'the event was answered 503, and did not come again in time',
          'send an event again on no answer and on 5xx: at least three attempts over at least fifteen minutes',
        );
      keepArrival(context.evidence, again);
    },
  ),
  eventCheck(
    RAISED,
    { what: 'resent_identical', rule: 'A resend has the same event_id and the same bytes.' },
    ({ eventId, message }, { again }, context) => {
      if (!again) throw new NotRun('it needs a resend: see inventory.report_resent');
      keepArrival(context.evidence, again);
      if (again.eventId !== eventId)
        throw new CheckFault(
          'the resend came under another event_id',
          'keep the event_id of an event through all attempts to deliver it',
        );
      if (!again.message.bytes.equals(message.bytes))
        throw new CheckFault(
          'the resend has the same event_id and other bytes',
          'write the body once, keep it, and send those bytes at every attempt',
        );
    },
  ),
  arrivesCheck(RESTORED),
  eventCheck(
    RESTORED,
    {
      what: 'changed_later',
      rule: 'changed_at is strictly later for each change of a variant at a location.',
    },
    ({ data }, { first }) => {
      const earlier = Instant.safeParse(first.arrival?.data['changed_at']);
      const later = Instant.safeParse(data['changed_at']);
      if (!earlier.success || !later.success)
        throw new NotRun('it needs two reports with a readable changed_at: see inventory.report_valid');
      if (later.data <= earlier.data)
        throw new CheckFault(
          'two changes, one after the other, were reported with the same or an earlier changed_at',
          'give every change a later time than the one before, down to nanoseconds where the clock stands still',
        );
    },
  ),
  eventCheck(
    RESTORED,
    {
      what: 'older_ignored',
      rule: 'A report of an older change that comes after a newer one is acknowledged as stale, and changes nothing.',
    },
    (_, { first }, context) => lateReport(context, first),
  ),
  eventCheck(
    RESTORED,
    { what: 'has_its_own_id', rule: 'Each event has an event_id that no other has.' },
    ({ eventId }, { first }) => {
      if (eventId !== null && eventId === first.arrival?.eventId)
        throw new CheckFault(
          'two different events came under one event_id',
          'make a new event_id for every event; only resends keep it',
        );
    },
  ),
  eventCheck(
    RESTORED,
    { what: 'ended_by_200', rule: 'A 200 ends the delivery of an event.' },
    async (arrival, _, context) => {
      const inbox = requireInbox(context);
      if (arrival.answer.status !== 200) throw new NotRun(`the event was answered ${arrival.answer.status}`);
      const isSame = ({ message }: Arrival): boolean => message.bytes.equals(arrival.message.bytes);
      const again = await inbox.waitFor(inbox.arrivals.indexOf(arrival) + 1, isSame, inbox.options.quietMs);
      if (again)
        throw new CheckFault(
          'an event that was answered 200 came again',
          'stop at the first 200; an event is sent again only on no answer or 5xx',
        );
    },
  ),
];

/** The first report again, under another id, like a delayed one. Signed as the store signs. */
async function lateReport(context: CheckContext, { arrival }: FirstChange): Promise<void> {
  const inbox = requireInbox(context);
  if (
    !arrival ||
    !inbox.arrivals.some(({ eventId, answer }) => eventId === arrival.eventId && answer.status === 200)
  )
    throw new NotRun('it needs an older report that was taken: see inventory.report_resent');
  const eventId = newReference();
  const bytes = Buffer.from(
    JSON.stringify({
      spec_version: '1',
      event,
      event_id: eventId,
      occurred_at: new Date().toISOString(),
      data: arrival.data,
    }),
  );
  const headers = { [SIGNATURE_HEADER.toLowerCase()]: sign(context.target.signingSecrets[0], bytes) };
  const answer = await sendAgain(context, inbox, { headers, bytes });
  requireOutcome(answer, { eventId, outcome: 'stale', to: 'to an older report that came late' });
}

function changedStock(
  context: CheckContext,
  { variantId, locationId, quantity }: Omit<StockChange, 'arrival'>,
): Promise<Arrival | null> {
  return eventOf(context, {
    what: `set the stock of variant ${variantId} at location ${locationId} to ${quantity}`,
    expected: {
      ...stockOf({ variantId, locationId, quantity }),
      isOther: (arrival) => !isReportOf(context, variantId, arrival),
    },
    act: (people) => people.changeStock({ variantId, locationId, quantity }),
  });
}

/** A report of the variant, at any location the store names, except echoes of the service's own writes. */
function isReportOf({ target }: CheckContext, variantId: string, arrival: Arrival): boolean {
  const { variant_id, location_id } = arrival.data;
  return arrival.event === event && variant_id === variantId && location_id !== target.hubNetworkLocationId;
}

async function ownLevel(context: CheckContext, variantId: string) {
  const levels = await readVariant(context, variantId);
  const own = levels.find(({ location_id }) => location_id !== context.target.hubNetworkLocationId);
  if (!own) throw new NotRun(`variant ${variantId} has no location of the store's own`);
  return { locationId: String(own.location_id), before: own.quantity };
}
