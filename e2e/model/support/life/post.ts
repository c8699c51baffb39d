import type { Delivery } from '@hub/store-simulator';
import type { Chance } from '@hub/testing';
import { answerFault } from './answer-faults';
import type { PlayedLife } from './played-life';
import type { Answer } from './paced-hub';
import { among } from './people';
import { sentData } from './sent-data';
import { HUB_LOCATION, type Trader } from './trader';

/** Brings the stores' events to the hub, in an order that chance draws. */
export class Post {
  /** Events that have their final answer. */
  delivered = 0;
  private readonly pending = new Map<string, Answer>();

  constructor(
    private readonly life: PlayedLife,
    private readonly chance: Chance,
  ) {}

  /** Delivers one of the events that may be next. @returns false if none was decided, so that nothing new is to be had */
  async deliverSome(): Promise<boolean> {
    for (const { store } of this.life.all) await Promise.all(store.deliveries.map(({ done }) => done));
    const next = this.life.all.flatMap((trader) =>
      this.nextOf(trader).map((delivery) => ({ trader, delivery })),
    );
    while (next.length > 0) {
      const chosen = this.chance.pick(next);
      next.splice(next.indexOf(chosen), 1);
      if (await this.deliver(chosen.trader, chosen.delivery)) return true;
    }
    return false;
  }

  /** The oldest unanswered event of each order, and of each figure if those arrive in order. */
  private nextOf(trader: Trader): Delivery[] {
    const subjects = new Set<string>();
    return trader.unanswered.filter((delivery) => {
      const data = sentData(delivery);
      const subject = data.order_id ?? (this.life.plan.inOrder ? data.variant_id : delivery.eventId) ?? '';
      const isFirst = !subjects.has(subject);
      subjects.add(subject);
      return isFirst;
    });
  }

  /** @returns whether it has its final answer now */
  private async deliver(trader: Trader, delivery: Delivery): Promise<boolean> {
    const { eventId, body } = delivery;
    const { slug, secret } = trader;
    const pending = this.pending.get(eventId);
    const answer = pending?.verdict() ? pending : await this.life.hub.receive({ slug, secret, body });
    this.pending.delete(eventId);
    const verdict = answer.verdict();
    if (verdict === null) this.pending.set(eventId, answer);
    if (verdict === null || verdict.status === 503) return false;
    this.delivered += 1;
    const said = verdict.status === 200 ? verdict.outcome : verdict.code;
    const { byRun } = answer;
    const fault = answerFault(this.life, { trader, delivery, said, byRun });
    if (fault !== null) this.life.faults.push(fault);
    trader.answered.set(eventId, { status: verdict.status, said, byRun });
    if (!byRun && delivery.event === 'inventory.updated') this.noteReport(trader, delivery, said);
    return true;
  }

  private noteReport(trader: Trader, delivery: Delivery, said: string): void {
    const {
      variant_id: variantId = '',
      location_id: locationId = '',
      quantity = 0,
      changed_at: changedAt = '',
    } = sentData(delivery);
    if (locationId === HUB_LOCATION) return;
    const article = trader.variants.find((one) => one.variantId === variantId)?.article ?? -1;
    if (said === 'accepted') {
      trader.known.reportAccepted({ variantId, locationId, quantity, changedAt });
      trader.reportedIn.set(article, this.life.phase);
    } else if (said !== 'duplicate' && said !== 'stale') trader.lost.add(article);
  }

  /** A store may send the same bytes of an event again: nothing happens twice. */
  async sendAgain(trader: Trader, pick: number): Promise<void> {
    const done = trader.store.deliveries.filter(({ eventId }) => {
      const answer = trader.answered.get(eventId);
      return answer?.status === 200 && !answer.byRun;
    });
    const delivery = among(done, pick);
    if (!delivery || !trader.sheet) return;
    const { slug, secret } = trader;
    const answer = await this.life.hub.receive({ slug, secret, body: delivery.body });
    const verdict = answer.verdict();
    const first = trader.answered.get(delivery.eventId)?.said ?? '';
    const said = verdict?.status === 200 ? verdict.outcome : (verdict?.code ?? 'nothing');
    if (![first, 'duplicate', 'capability_disabled', 'temporary_failure'].includes(said))
      this.life.faults.push(
        `${delivery.event} of ${slug} was answered ${first}, and ${said} when it came again`,
      );
  }
}
