import { revealSentBody, showSentEvent } from '../../events/show-sent-event';
import { z } from 'zod';
import { look, reveal, type CommandContext } from '../command';
import { CommandFault } from '../command-fault';
import { shopIdOf, Text } from '../fields';
import { describeShown } from './describe-event';

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
