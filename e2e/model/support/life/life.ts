import { CommandFailure } from '@hub/cli';
import type { Database } from '@hub/database';
import { Chance } from '@hub/testing';
import { removeFromNetwork, requestRun } from './commands';
import type { Listed, Sheet } from './known-stock';
import { LinksByPeople } from './links-by-people';
import type { LifePlan, LifeStep, Name } from './life-steps';
import type { PacedHub } from './paced-hub';
import {
  cancel,
  changeCatalogue,
  changeStock,
  giveUp,
  isOpenNetworkLine,
  sell,
  ship,
  shipRest,
  takeBack,
} from './people';
import type { PlayedLife } from './played-life';
import { Post } from './post';
import { Rehearsal } from './rehearsal';
import { LOCATIONS, Trader, WITHOUT_BARCODE } from './trader';

const ROUNDS = 30;
const TRADER = { deducts: 'order', echoes: false, returns: 'live' } as const;
const USUAL = { shop: TRADER, north: TRADER, south: TRADER };

/** One life: three shops with their stores, and whatever happens to them. */
export class Life implements PlayedLife {
  readonly links: LinksByPeople;
  rehearsal: Rehearsal | null = null;
  phase = 0;
  readonly faults: string[] = [];
  readonly changedIn = new Map<string, number>();
  readonly cannotShip = new Set<string>();
  /** The phase in which the shop's stock was last interrupted: figures from before it do not count (D16). */
  interruptedIn = -1;
  private readonly post: Post;
  private readonly chance: Chance;
  private readonly runsKnown = new Set<string>();
  private reads = -1;

  private constructor(
    readonly hub: PacedHub,
    readonly traders: Readonly<Record<Name, Trader>>,
    readonly plan: LifePlan,
  ) {
    this.chance = new Chance(plan.seed);
    this.links = new LinksByPeople(hub.db);
    this.post = new Post(this, this.chance);
  }

  /** Three shops join the network: every later life begins with them. */
  static async join(hub: PacedHub): Promise<Life> {
    const life = await Life.open(hub, { seed: 1, traders: USUAL, inOrder: true, steps: [] });
    for (const trader of life.all) await trader.apply(trader.usualSheet);
    await hub.refreshSheets();
    for (const trader of life.all) await life.read(trader);
    await life.rest();
    await hub.keep();
    return life;
  }

  static async begin(hub: PacedHub, plan: LifePlan): Promise<Life> {
    await hub.restore();
    const life = await Life.open(hub, plan);
    for (const trader of life.all) await trader.hasJoined();
    await hub.refreshSheets();
    await life.noteRuns();
    return life;
  }

  private static async open(hub: PacedHub, plan: LifePlan): Promise<Life> {
    const open = (slug: Name) => Trader.open(hub.db, { slug, ...plan.traders[slug] });
    const traders = { shop: await open('shop'), north: await open('north'), south: await open('south') };
    return new Life(hub, traders, plan);
  }

  get db(): Database {
    return this.hub.db;
  }

  get all(): Trader[] {
    return Object.values(this.traders);
  }

  /** The article of a variant, by its barcode or by people; null: none. */
  articleOf({ variantId, article, hasBarcode }: Listed): string | null {
    const byBarcode = hasBarcode && article !== WITHOUT_BARCODE ? `barcode ${article}` : null;
    return this.links.articleOf(variantId) ?? byBarcode;
  }

  async take(step: LifeStep): Promise<void> {
    await this.happen(step);
    for (let done = 0; done < step.work; done += 1) {
      if (this.chance.happens(0.5)) await this.post.deliverSome();
      else await this.work();
    }
  }

  /** Everybody is back, catalogues are right and read, no rehearsal goes on, and all work is done. */
  async end(): Promise<void> {
    const { shop } = this.traders;
    await this.endRehearsal('ends');
    shop.isBroken = false;
    shop.offer();
    if (shop.sheet?.orders !== 'live') await this.apply(shop, shop.usualSheet);
    await this.read(shop);
    await this.rest();
  }

  /** Until every event has its answer, and no work is left. */
  async rest(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = this.traffic;
      while (await this.post.deliverSome());
      await this.hub.workOff(this.chance);
      await this.noteRuns();
      // Nothing reached a store, or came from one.
      if (this.traffic === before) break;
      if (round === ROUNDS - 1) this.faults.push('work does not end');
    }
    this.phase += 1;
  }

  async stop(): Promise<void> {
    for (const { store } of this.all) await store.stop();
  }

  private get traffic(): number {
    // A catalogue that does not validate is read again and again.
    const calls = this.all.flatMap(({ store }) =>
      store.requests.filter(({ endpoint }) => endpoint !== 'GET /products'),
    );
    return calls.length + this.post.delivered + this.runsKnown.size;
  }

  private async happen(step: LifeStep): Promise<void> {
    const { shop } = this.traders;
    switch (step.do) {
      case 'sell':
      case 'sell own goods':
        return sell(this.traders[step.at], step);
      case 'ship':
        return ship(this, this.traders[step.at], step);
      case 'cancel':
        return cancel(this.traders[step.at], step.pick);
      case 'cannot ship':
        return giveUp(this, this.traders[step.at], step.pick);
      case 'goods come back':
        return takeBack(this, this.traders[step.at], step.pick);
      case 'send again':
        return this.post.sendAgain(this.traders[step.at], step.pick);
      case 'stock':
        return changeStock(this.traders[step.at], step);
      case 'vanish':
      case 'recreate':
      case 'list an earlier one':
      case 'take barcode away':
      case 'give barcode':
        return changeCatalogue(shop, step);
      case 'break catalogue':
      case 'repair catalogue':
        shop.isBroken = step.do === 'break catalogue';
        return shop.offer();
      case 'read':
        return this.read(shop);
      case 'drain':
        return this.change({ orders: 'draining' }, 'live');
      case 'open':
        return this.change({ orders: 'live' }, 'draining');
      case 'close':
        return this.close();
      case 'remove':
        return this.remove();
      case 'come back':
        return shop.sheet?.inventory === 'live' ? undefined : this.apply(shop, shop.usualSheet);
      case 'drop location':
        return this.change({ locations: LOCATIONS.slice(0, 1) });
      case 'add location':
        return this.change({ locations: LOCATIONS });
      case 'link':
        return this.links.link(shop, this.traders[step.with]);
      case 'undo link':
        return this.links.undo(shop, this.traders[step.with]);
      case 'rehearse':
        return this.rehearse();
      case 'run sells':
        return this.rehearsal?.sell();
      case 'run writes':
        return this.rehearsal?.write(step);
      case 'run ends':
        return this.endRehearsal('ends');
      case 'run dies':
        return this.endRehearsal('dies');
      case 'rest':
        return this.rest();
    }
  }

  private async work(): Promise<void> {
    await this.hub.work(this.chance);
    await this.noteRuns();
  }

  /** The sheet is in force everywhere at once. The hub may refuse to switch something off, and nothing else. */
  private async apply(trader: Trader, sheet: Sheet): Promise<void> {
    try {
      await trader.apply(sheet);
      await this.hub.refreshSheets();
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      if (sheet.orders !== 'off')
        this.faults.push(`the sheet of ${trader.slug} is refused: ${error.message}`);
    }
  }

  /** @param from only while its orders are in this state */
  private async change(change: Partial<Sheet>, from?: Sheet['orders']): Promise<void> {
    const { shop } = this.traders;
    const { sheet } = shop;
    if (sheet?.inventory !== 'live' || (from && sheet.orders !== from)) return;
    await this.apply(shop, { ...sheet, ...change });
  }

  /** Its people end what is open, then switch off everything but the catalogue. */
  private async close(): Promise<void> {
    const { shop } = this.traders;
    if (shop.sheet?.inventory !== 'live') return;
    await this.change({ orders: 'draining' }, 'live');
    for (const { orderId, status, lines } of shop.ownOrders)
      if (status === 'created' && lines.some(isOpenNetworkLine)) shop.store.cancelOrder(orderId);
    await this.rest();
    for (const trader of this.all)
      for (const order of trader.toShip) if (this.chance.happens(0.9)) shipRest(this, trader, order);
    await this.rest();
    const off = { inventory: 'off', orders: 'off', cancellation: 'off', returns: 'off' } as const;
    await this.change(off);
    this.interruptedIn = this.phase;
  }

  /** `hub shop remove`. */
  private async remove(): Promise<void> {
    const { shop } = this.traders;
    if (shop.sheet?.inventory !== 'off') return;
    await this.endRehearsal('ends');
    await this.rest();
    await this.apply(shop, { ...shop.sheet, products: 'off' });
    if (!(await removeFromNetwork(this.db, shop))) return;
    shop.removed();
    this.links.removed(shop);
    await this.hub.refreshSheets();
  }

  private async read(trader: Trader): Promise<void> {
    if (trader.sheet?.products === 'live') await requestRun(this.db, trader);
  }

  private async rehearse(): Promise<void> {
    const { shop } = this.traders;
    if (this.rehearsal || !shop.sheet) return;
    this.rehearsal = await Rehearsal.begin(this.hub, shop);
    await this.hub.refreshSheets();
  }

  private async endRehearsal(how: 'ends' | 'dies'): Promise<void> {
    if (!this.rehearsal) return;
    await this.rehearsal[how]();
    this.rehearsal = null;
    await this.hub.refreshSheets();
  }

  /** What catalogue runs have read, and which were accepted: nothing happened at the stores since. */
  private async noteRuns(): Promise<void> {
    if (this.hub.reads === this.reads) return;
    this.reads = this.hub.reads;
    for (const trader of this.all) trader.noteRead();
    const runs = await this.db.catalogueRun.findMany({ where: { state: 'accepted' } });
    for (const { id, shopId, requestedAt } of runs) {
      if (this.runsKnown.has(id)) continue;
      this.runsKnown.add(id);
      const { slug } = await this.db.shop.findUniqueOrThrow({ where: { id: shopId } });
      this.all.find((one) => one.slug === slug)?.known.runAccepted(requestedAt.getTime());
    }
  }
}
