import { describeUnfinished } from './describe-unfinished';
import type { HubInUse } from './hub';
import type { Journal, Sale } from './journal';
import { gatherEvidence, type Evidence } from './judge/evidence';
import { judgeStores } from './judge/judge';
import { isStillDead, judgeDeadLetters } from './judge/judge-dead-letters';
import { judgePromises } from './judge/judge-promises';
import { judgeSale } from './judge/judge-sale';
import { PIECES_AT_FIRST, type Network } from './network';
import { settle } from './settle';
import { readDeadLetters } from './shown-order';
import { SupportAgent } from './support-agent';
import type { Trader } from './trader';

/** How many of the orders that are wrong in the end are described. */
const DESCRIBED = 3;

/** Trade that is over. */
export interface Traded {
  hub: HubInUse;
  network: Network;
  journal: Journal;
  trader: Trader;
  settleWithinMs: number;
  say: (text: string) => void;
}

/** What a run came to. */
export interface Verdict {
  figures: Record<string, number>;
  faults: string[];
}

/** No more faults from now on. Support resolves what the hub cannot resolve alone. Then stores, promises and dead letters are judged. */
export async function settleAndJudge(traded: Traded): Promise<Verdict> {
  const { hub, network, journal, trader, settleWithinMs, say } = traded;
  const agent = new SupportAgent(hub, network, journal);
  const evidence = (): Evidence =>
    gatherEvidence(
      journal,
      network.shops.map(({ store }) => store),
    );
  const judge = (): string[] => judgeStores(evidence());
  const unfinished = (): Sale[] => {
    const now = evidence();
    return journal.sales.filter((sale) => judgeSale(sale, now).length > 0);
  };
  const clearDesk = async (): Promise<boolean> => {
    if (!(await readDeadLetters(hub)).some(isStillDead)) return true;
    await agent.replayEverything();
    return false;
  };
  const settledAfterMs = await settle({
    settleWithinMs,
    trader,
    agent,
    unfinished,
    judge,
    clearDesk,
    say,
  });
  for (const sale of unfinished().slice(0, DESCRIBED))
    say(`not finished: ${await describeUnfinished(hub, sale, evidence())}`);
  const deadLetters = await readDeadLetters(hub);
  return {
    figures: {
      events: trader.eventsSent,
      'orders sold': journal.sales.length,
      'orders cancelled by their customers': journal.sales.filter(({ cancelled }) => cancelled).length,
      'shipping orders': journal.arrivals.length,
      'failed messages of refused calls': deadLetters.length,
      'seconds until all was right': Math.round(settledAfterMs / 1_000),
      ...Object.fromEntries([...agent.actions].map(([name, times]) => [`support: ${name}`, times])),
    },
    faults: [...judge(), ...judgePromises(journal, PIECES_AT_FIRST), ...judgeDeadLetters(deadLetters)],
  };
}
