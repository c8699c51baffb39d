import { SIGNATURE_HEADER, sign } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { Inbox } from '../../../../packages/conformance/src/inbound/inbox';
import { judgeOf } from '../../../../packages/desk/src/golive/rehearsal/events-of-run';
import {
  beginRun,
  claimWrite,
  endRun,
  type Run,
} from '../../../../packages/desk/src/golive/rehearsal/rehearsal-lease';
import { RunSubjects } from '../../../../packages/desk/src/golive/rehearsal/run-subjects';
import type { PacedHub } from './paced-hub';
import { PRICE } from './people';
import { HUB_LOCATION, type Trader } from './trader';

const WAIT_MS = 600_000;
/** The article whose variant the run uses. */
const ARTICLE = 0;

/** A rehearsal of a shop that goes on trading (D32). It waits for every kind of event, all the time. */
export class Rehearsal {
  /** Own orders of the store that the run made. */
  readonly sold = new Set<string>();
  private readonly variants = new Set<string>();
  private stopWaiting: () => void = () => undefined;

  private constructor(
    private readonly hub: PacedHub,
    private readonly shop: Trader,
    private readonly run: Run,
  ) {}

  static async begin(hub: PacedHub, shop: Trader): Promise<Rehearsal | null> {
    const { db } = hub;
    const { slug, secret } = shop;
    const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { slug } });
    const run = await inTransaction(db, (tx) => beginRun(tx, { shopId, by: 'cli:model' }));
    if ('since' in run) return null;
    const rehearsal = new Rehearsal(hub, shop, run);
    const listed = shop.listed[ARTICLE];
    if (listed) rehearsal.variants.add(listed.variantId);
    const inbox = new Inbox({
      secrets: [secret],
      hubNetworkLocationId: HUB_LOCATION,
      waitMs: WAIT_MS,
      arriveMs: WAIT_MS,
      quietMs: WAIT_MS,
    });
    const over = new Promise<void>((resolve) => (rehearsal.stopWaiting = resolve));
    void inbox.whileAwaiting(
      () => true,
      () => over,
    );
    const subjects = new RunSubjects(run, {
      testVariants: rehearsal.variants,
      hubNetworkLocationId: HUB_LOCATION,
    });
    const judge = judgeOf({ db, run, shop: { slug, signingSecrets: () => [secret] }, subjects, inbox });
    hub.judges.set(run.id, judge);
    return rehearsal;
  }

  /** Whether the run uses a variant, so that it takes reports of it while `inventory` is off. */
  uses(variantId: string | undefined): boolean {
    return variantId !== undefined && this.variants.has(variantId);
  }

  /** Its people buy, with the run's code in the address. */
  sell(): void {
    const listed = this.shop.listed[ARTICLE];
    if (!listed || !this.uses(listed.variantId)) return;
    const { orderId } = this.shop.store.sell({
      lines: [{ variantId: listed.variantId, quantity: 1, network: true, unitPrice: PRICE }],
      address: { company: this.run.code },
    });
    this.sold.add(orderId);
  }

  /** A quantity of its own at the store. */
  async write({ quantity }: { quantity: number }): Promise<void> {
    const listed = this.shop.listed[ARTICLE];
    if (!listed || !this.uses(listed.variantId)) return;
    const { variantId } = listed;
    if (!(await claimWrite(this.hub.db, this.run, variantId))) return;
    const body = JSON.stringify({ variant_id: variantId, location_id: HUB_LOCATION, quantity });
    const authorization = `Bearer token-of-${this.shop.slug}`;
    const headers = { authorization, [SIGNATURE_HEADER]: sign(this.shop.secret, body) };
    await fetch(`${this.shop.store.apiRoot}/inventory`, { method: 'PUT', headers, body });
  }

  async ends(): Promise<void> {
    await inTransaction(this.hub.db, (tx) => endRun(tx, this.run));
    this.forget();
  }

  /** Its process is gone, and some time later its lease. */
  async dies(): Promise<void> {
    const { db } = this.hub;
    await db.$executeRaw`
      UPDATE rehearsal_run SET lease_until = now() - interval '1 s' WHERE id = ${this.run.id}::uuid`;
    await db.$executeRaw`UPDATE shop SET revision = nextval('shop_revision') WHERE id = ${this.run.shopId}`;
    this.forget();
  }

  private forget(): void {
    this.stopWaiting();
    this.hub.judges.delete(this.run.id);
  }
}
