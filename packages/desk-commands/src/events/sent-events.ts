import { EVENT_NAMES } from '@hub/contract';
import { listSentEvents, revealSentBody, showSentEvent, type ListedEvent } from '@hub/support-desk';
import { z } from 'zod';
import { look, reveal, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { Limit, Moment, oneOf, requireShop, shopIdOf, Text } from '../fields';
import { describeEvent, describeShown } from './describe-event';

/** Events of a shop with their answers, newest first (D6, D33). */
export const eventsList = look({
  input: z.strictObject({
    shop: Text,
    since: Moment.optional(),
    until: Moment.optional(),
    answer: Text.optional(),
    event: oneOf(EVENT_NAMES).optional(),
    order: Text.optional(),
    limit: Limit,
  }),
  run: async ({ db }, { shop, order: about, limit, ...rest }) => {
    const { id: shopId } = await requireShop(db, shop);
    return (await listSentEvents(db, { filter: { ...rest, about, shopId }, limit })).map(describeListed);
  },
});

/** With a unique key, for callers that poll. */
const describeListed = (event: ListedEvent) => ({
  ...describeEvent(event),
  key: event.key,
  sent_id: event.sentId,
});

const Named = z.strictObject({ id: Text, shop: Text.optional() });

/** One event, its personal data masked. */
export const eventsShow = look({
  input: Named,
  run: async (context, name) => describeShown(await requireEvent(context, name)),
});

/** Its body with personal data; the view is recorded. */
export const eventsReveal = reveal({
  input: Named,
  run: async (context, name) => {
    const { db, cipher, actor } = context;
    const event = await requireEvent(context, name);
    const kept = event.sendings.find(({ body }) => body.kind !== 'none');
    const body = kept ? await revealSentBody(db, cipher, { id: kept.id, actor }) : null;
    if (!body)
      throw new CommandFault('refused', [
        'its body is not kept: its sender was not known, or it had its time',
      ]);
    return { ...describeShown(event), revealed: body.toString('utf8') };
  },
});

async function requireEvent({ db, cipher }: CommandContext, { id, shop }: z.output<typeof Named>) {
  const [found, ...others] = await showSentEvent(db, cipher, { id, shopId: await shopIdOf(db, shop) });
  if (!found) throw new CommandFault('unknown', [`no event "${id}"`]);
  if (others.length > 0)
    throw new CommandFault('refused', [
      `several shops used this event id; say --shop: ${[found, ...others].map((one) => one.shop).join(', ')}`,
    ]);
  return found;
}
