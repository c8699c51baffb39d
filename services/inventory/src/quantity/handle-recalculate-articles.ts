import { setTimeout as sleep } from 'node:timers/promises';
import { done, type CallingContext, type CommandInput, type Settlement } from '@hub/messaging';
import type { OfferedStock } from '@hub/stock';
import { noteFalls, type Busy, type Fall } from './article-calculations';
import { recalculateArticles, type Recalculation } from './recalculate-articles';

/** Dependencies of a handler that calculates quantities. */
export interface RecalculatorOptions {
  /** Starts the writes that are due now. */
  wakeWriter: (shopIds: Iterable<number>) => void;
  /** Changes that may wait are written within this time (D16). */
  syncIntervalMs: number;
}

/** Most calculations of another worker end within this time. Waiting here holds no connection and no lock. */
const BUSY_MS = 10;

interface Payload {
  gtin: string;
  offered?: OfferedStock[] | undefined;
  fallen?: number | undefined;
}
type Input = CommandInput<Payload>;

/**
 * Recalculates the network quantities of articles that changed (D16), once per article however many of its messages
 * arrived together; then starts the writes that are due. An article that only lost so little stock that nothing has to
 * be sent at once is counted, not recalculated.
 */
export function articlesRecalculator({ wakeWriter, syncIntervalMs }: RecalculatorOptions) {
  return async (context: CallingContext, inputs: Input[]): Promise<Settlement[]> => {
    const now = inputs[0]?.now ?? 0;
    const { falls, others } = eachArticleOnce(inputs);
    // In a separate transaction: a decrease counted twice triggers the calculation too soon, never too late.
    const short = await noted(context, [...falls.values()], syncIntervalMs);
    const recalculate = async (articles: Recalculation[], busy: Busy) => {
      if (articles.length === 0) return [];
      const { due, left } = await context.transactSql((tx) =>
        recalculateArticles(tx, articles, { now, syncIntervalMs, busy }),
      );
      wakeWriter(due);
      return left;
    };
    const left = await recalculate([...others.values(), ...short], 'leave');
    if (left.length > 0) await sleep(BUSY_MS);
    await recalculate(left, 'wait');
    return inputs.map(() => done('recalculated'));
  };
}

type NotedFall = Fall & { correlation: string };

/** @returns the articles that cannot spare what was taken of them */
async function noted(
  context: CallingContext,
  falls: readonly NotedFall[],
  syncIntervalMs: number,
): Promise<Recalculation[]> {
  if (falls.length === 0) return [];
  const short = new Set(await context.transactSql((tx) => noteFalls(tx, falls, syncIntervalMs)));
  return falls
    .filter(({ gtin }) => short.has(gtin))
    .map(({ gtin, correlation }) => ({ gtin, correlation, offered: null }));
}

/**
 * Decreases are added up. Any other message takes precedence over them, and one that asks whether lines wait over those
 * that say what the lines were offered.
 */
function eachArticleOnce(inputs: readonly Input[]) {
  const falls = new Map<string, NotedFall>();
  const others = new Map<string, Recalculation>();
  for (const { payload, correlation } of inputs) {
    const { gtin, offered = null, fallen } = payload;
    if (fallen !== undefined) {
      const fall = falls.get(gtin) ?? { gtin, correlation, pieces: 0 };
      falls.set(gtin, { ...fall, pieces: fall.pieces + fallen });
      continue;
    }
    const known = others.get(gtin);
    const merged = known ? mergeOffered(known.offered, offered) : offered;
    others.set(gtin, { gtin, correlation: known?.correlation ?? correlation, offered: merged });
  }
  for (const gtin of others.keys()) falls.delete(gtin);
  return { falls, others };
}

function mergeOffered(
  one: Recalculation['offered'],
  other: Recalculation['offered'],
): Recalculation['offered'] {
  return one === null || other === null ? null : [...one, ...other];
}
