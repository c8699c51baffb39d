import { inTransaction, type Database, type DeadLetterState } from '@hub/database';
import { forecastReplay } from '../forecast/forecast-replay';
import type { ReplayForecast } from '../forecast/replay-forecast';
import { decideAction, REFUSAL_WORDS } from './decide-action';
import { readMessage } from './read-message';
import { readSelection } from './selections';

/** What a replay of some of a selection would do. */
export interface ForecastKind {
  /** `impossible`: it would not be replayed at all. */
  effect: ReplayForecast['effect'] | 'impossible';
  says: string;
  count: number;
  /** Ids of a few. */
  samples: string[];
}

export interface SelectionForecast {
  total: number;
  /** How many were looked at, spread evenly over the selection: fewer than `total` where it is large. */
  lookedAt: number;
  /** The most frequent first. */
  kinds: ForecastKind[];
}

/** Each takes a few queries: so many are done while somebody waits for a page. */
const LOOKED_AT = 500;
const BATCH = 50;
const SAMPLES = 5;

/**
 * What a replay of a selection would do as things stand, message by message. Null: there is no such selection.
 * @param now milliseconds since the epoch
 */
export async function forecastSelection(
  db: Database,
  id: string,
  now: number = Date.now(),
): Promise<SelectionForecast | null> {
  const ids = await readSelection(db, id);
  if (!ids) return null;
  const chosen = spread(ids, LOOKED_AT);
  const kinds = new Map<string, ForecastKind>();
  for (let start = 0; start < chosen.length; start += BATCH)
    for (const { id: letter, forecast } of await forecastBatch(db, chosen.slice(start, start + BATCH), now))
      count(kinds, letter, forecast);
  return {
    total: ids.length,
    lookedAt: chosen.length,
    kinds: [...kinds.values()].toSorted((a, b) => b.count - a.count),
  };
}

/** At most so many of a list, evenly spread over it. */
function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return Array.from({ length: limit }, (_, n) => items[Math.floor((n * items.length) / limit)]).filter(
    (item) => item !== undefined,
  );
}

interface LetterRow {
  id: string;
  state: DeadLetterState;
  origin: string;
  shopId: number | null;
  body: Uint8Array;
}

type Forecast = Pick<ForecastKind, 'effect' | 'says'>;

function forecastBatch(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<{ id: string; forecast: Forecast }[]> {
  return inTransaction(db, async (tx) => {
    const letters = await tx.$queryRaw<LetterRow[]>`
      SELECT id, state::text AS state, origin, shop_id AS "shopId", coalesce(edited_body, body) AS body
      FROM dead_letter WHERE id = ANY (${[...ids]}::uuid[])`;
    const found = new Map(letters.map((letter) => [letter.id, letter]));
    const forecasts: { id: string; forecast: Forecast }[] = [];
    for (const id of ids) {
      const letter = found.get(id);
      const decision = decideAction(letter ?? null, 'replay');
      const forecast: Forecast =
        decision.kind === 'refuse' || !letter
          ? {
              effect: 'impossible',
              says: REFUSAL_WORDS[decision.kind === 'refuse' ? decision.why : 'unknown'],
            }
          : await forecastReplay(tx, readMessage(Buffer.from(letter.body), letter), now);
      forecasts.push({ id, forecast });
    }
    return forecasts;
  });
}

function count(kinds: Map<string, ForecastKind>, id: string, { effect, says }: Forecast): void {
  const key = `${effect} ${says}`;
  const kind = kinds.get(key) ?? { effect, says, count: 0, samples: [] };
  kinds.set(key, kind);
  kind.count += 1;
  if (kind.samples.length < SAMPLES) kind.samples.push(id);
}
