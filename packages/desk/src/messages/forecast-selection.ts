import { DeadLetterState, rows, type Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { z } from 'zod';
import { forecastReplay, ownerOf } from './forecast-replay';
import type { ReplayForecast } from './replay-forecast';
import { decideAction, REFUSAL_LABELS } from './decide-action';
import { StoredBodies, tryOpenBodies } from './open-bodies';
import { readSelection } from './selections';

/** The effects of a replay of some of a selection. */
export interface ForecastKind {
  /** `impossible`: it would not be replayed at all. */
  effect: ReplayForecast['effect'] | 'impossible';
  says: string;
  count: number;
  /** Ids of some examples. */
  samples: string[];
}

export interface SelectionForecast {
  total: number;
  /** How many were forecast, spread evenly over the selection: fewer than `total` if it is large. */
  lookedAt: number;
  /** The most frequent first. */
  kinds: ForecastKind[];
}

/** A worker handles each and rolls back: the maximum forecast while an agent waits for a page. */
const LOOKED_AT = 50;
const AT_ONCE = 5;
const SAMPLES = 5;

/** The effects of replaying a selection now: a sample is forecast, message by message. Null: there is no such selection. */
export async function forecastSelection(
  db: Database,
  id: string,
  { forecasts, cipher }: { forecasts: Forecasts; cipher: BodyCipher },
): Promise<SelectionForecast | null> {
  const ids = await readSelection(db, id);
  if (!ids) return null;
  const chosen = spread(ids, LOOKED_AT);
  const kinds = new Map<string, ForecastKind>();
  for (const { id: failedMessage, forecast } of await forecastFailedMessages(db, chosen, {
    forecasts,
    cipher,
  }))
    count(kinds, failedMessage, forecast);
  return {
    total: ids.length,
    lookedAt: chosen.length,
    kinds: [...kinds.values()].toSorted((a, b) => b.count - a.count),
  };
}

/**
 * The effect of replaying each of a few failed messages now, in their order. Outside of any transaction: it calls
 * workers.
 */
export async function forecastFailedMessages(
  db: Database,
  ids: readonly string[],
  { forecasts, cipher }: { forecasts: Forecasts; cipher: BodyCipher },
): Promise<{ id: string; forecast: Forecast }[]> {
  return forecastAll(await readFailedMessages(db, ids, cipher), forecasts);
}

/** An evenly spread sample of a list. */
function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return Array.from({ length: limit }, (_, n) => items[Math.floor((n * items.length) / limit)]).filter(
    (item) => item !== undefined,
  );
}

const StoredFailedMessage = z.object({
  ...StoredBodies.shape,
  state: z.enum(DeadLetterState),
  origin: z.string(),
  reason: z.string(),
  shopId: z.int().nullable(),
});

/** `body`: what a replay would send; null: no key of this process opens it. */
type FailedMessageRow = Omit<z.output<typeof StoredFailedMessage>, keyof StoredBodies> & {
  id: string;
  body: Buffer | null;
};

export type Forecast = Pick<ForecastKind, 'effect' | 'says'>;
type FailedMessage = { id: string; row: FailedMessageRow | undefined };

/** In the order of the ids. */
async function readFailedMessages(
  db: Database,
  ids: readonly string[],
  cipher: BodyCipher,
): Promise<FailedMessage[]> {
  const failedMessages = await rows(
    StoredFailedMessage,
    db.$queryRaw`
    SELECT id, state::text AS state, origin, reason, shop_id AS "shopId", body, body_key_id AS "bodyKeyId",
      edited_body AS "editedBody", edited_body_key_id AS "editedBodyKeyId"
    FROM dead_letter WHERE id = ANY (${[...ids]}::uuid[])`,
  );
  const found = new Map<string, FailedMessageRow>();
  for (const failedMessage of failedMessages) {
    const { id, state, origin, reason, shopId } = failedMessage;
    const opened = await tryOpenBodies(db, cipher, failedMessage);
    found.set(id, { id, state, origin, reason, shopId, body: opened && (opened.editedBody ?? opened.body) });
  }
  return ids.map((id) => ({ id, row: found.get(id) }));
}

/** A few at once; a worker that did not answer is not asked again. */
async function forecastAll(
  failedMessages: readonly FailedMessage[],
  forecasts: Forecasts,
): Promise<{ id: string; forecast: Forecast }[]> {
  const silent = new Set<string>();
  const asked: Forecasts = {
    ask: async (request) => {
      if (silent.has(ownerOf(request.queue))) return null;
      const answer = await forecasts.ask(request);
      if (answer === null) silent.add(ownerOf(request.queue));
      return answer;
    },
  };
  const waiting = failedMessages.values();
  const answered = new Map<string, Forecast>();
  const work = async () => {
    for (const { id, row } of waiting) answered.set(id, await forecastOne(row, asked));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failedMessages.flatMap(({ id }) => {
    const forecast = answered.get(id);
    return forecast ? [{ id, forecast }] : [];
  });
}

async function forecastOne(
  failedMessage: FailedMessageRow | undefined,
  forecasts: Forecasts,
): Promise<Forecast> {
  const decision = decideAction(failedMessage ?? null, 'replay');
  if (decision.kind === 'refuse' || !failedMessage)
    return {
      effect: 'impossible',
      says: REFUSAL_LABELS[decision.kind === 'refuse' ? decision.why : 'unknown'],
    };
  if (failedMessage.body === null) return { effect: 'unclear', says: 'no forecast: no key of ours opens it' };
  return forecastReplay(forecasts, { ...failedMessage, body: failedMessage.body });
}

function count(kinds: Map<string, ForecastKind>, id: string, { effect, says }: Forecast): void {
  const key = `${effect} ${says}`;
  const kind = kinds.get(key) ?? { effect, says, count: 0, samples: [] };
  kinds.set(key, kind);
  kind.count += 1;
  if (kind.samples.length < SAMPLES) kind.samples.push(id);
}
