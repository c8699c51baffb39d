import type { CancelRequest } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import type { CancellationWorld } from './cancellation-world';
import { packageArrives, storeOrder, type StoredOrder, type StoredPart } from './stored-order';
import { confirms, isDown, saysShipped, type StoreAnswer } from './store-scripts';

/** The state of a placement at the start; for a `sending` one, its store's eventual answer. */
export type Placement = 'placed' | 'planned' | 'sending, placed' | 'sending, refused' | 'sending, never sent';
/** What happens to the next calls of a store. */
export type Weather = 'fair' | 'answer lost' | 'down' | 'worker killed';

/** A store at the start; one that `ships` has already sent its parcel, without reporting it. */
export interface FirstScene {
  placement: Placement;
  weather: Weather;
  ships: boolean;
}

/** What may happen to an order, in any order. `at` is the shipping shop. */
export type Step =
  | { do: 'cancel'; event: number }
  | { do: 'cannot ship'; at: number }
  | { do: 'ship' | 'report package' | 'settle placing'; at: number }
  | { do: 'weather'; at: number; weather: Weather }
  | { do: 'commands' }
  | { do: 'later'; minutes: number };

/** A store that keeps the contract: what it did counts, even if its answers were lost. */
export interface ModelStore {
  shopId: number;
  part: StoredPart;
  placement: Placement;
  has: 'nothing' | 'created' | 'shipped' | 'stopped';
  reported: boolean;
  weather: Weather;
  bodies: Map<string, string>;
}

/** An order, the actual state of its stores, and the steps of a sequence. */
export class ModelOrder {
  private constructor(
    private readonly world: CancellationWorld,
    readonly sellerId: number,
    readonly order: StoredOrder,
    readonly stores: ModelStore[],
  ) {}

  static async begin(world: CancellationWorld, scenes: readonly FirstScene[]): Promise<ModelOrder> {
    const sellerId = await world.shop();
    const shopIds: number[] = [];
    for (const _ of scenes) shopIds.push(await world.shop());
    const order = await storeOrder(world.db, {
      sellingShopId: sellerId,
      shippingOrders: scenes.map(({ placement }, index) => ({
        shopId: shopIds[index] ?? 0,
        state: stateOf(placement),
        lastAttemptAt: world.now,
      })),
      furtherLines: ['waiting', 'own'],
    });
    const stores = order.shippingOrders.flatMap((part, index) => {
      const scene = scenes[index];
      return scene ? [aStore(part, scene)] : [];
    });
    const model = new ModelOrder(world, sellerId, order, stores);
    for (const store of stores) world.script(store.shopId, (request) => model.postCancel(store, request));
    return model;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'cancel':
        await this.world.deliver({
          shopId: this.sellerId,
          orderId: this.order.orderId,
          eventId: `E-${step.event}`,
        });
        return;
      case 'cannot ship':
        return this.cannotShip(this.at(step.at));
      case 'ship':
        return this.ship(this.at(step.at));
      case 'report package':
        return this.report(this.at(step.at));
      case 'settle placing':
        return this.settlePlacing(this.at(step.at));
      case 'weather':
        this.at(step.at).weather = step.weather;
        return;
      case 'commands':
        return this.runCommands();
      case 'later':
        this.world.now += step.minutes * 60_000;
        return this.runCommands();
    }
  }

  /** Everything recovers at the end: stores answer, packages are reported, events are resent, sweeps run. */
  async calmDown(events: readonly number[]): Promise<void> {
    for (const store of this.stores) {
      store.weather = 'fair';
      if (store.has === 'shipped') await this.report(store);
      await this.settlePlacing(store);
    }
    for (let round = 0; round < 3; round += 1) {
      for (const event of events) await this.take({ do: 'cancel', event });
      await this.take({ do: 'later', minutes: 120 });
    }
  }

  private at(index: number): ModelStore {
    const store = this.stores[index % this.stores.length];
    if (!store) throw new Error('the order has stores');
    return store;
  }

  private async cannotShip(store: ModelStore): Promise<void> {
    const { storeOrderId } = await this.row(store);
    if (storeOrderId !== null)
      await this.world.deliver({ shopId: store.shopId, orderId: storeOrderId, eventId: 'cannot ship' });
  }

  private async ship(store: ModelStore): Promise<void> {
    if (store.has === 'created') store.has = 'shipped';
  }

  /** As fulfilment accepts a package: it supplies the missing receipt (D11) and sends the stop command. */
  private async report(store: ModelStore): Promise<void> {
    const { state } = await this.row(store);
    if (store.has !== 'shipped' || store.reported || state === 'stopped') return;
    store.reported = true;
    await this.setPlaced(store);
    await packageArrives(this.world.db, store.part);
    await this.describeStop(store);
  }

  /** As routing records the end of a placement. */
  private async settlePlacing(store: ModelStore): Promise<void> {
    const { state } = await this.row(store);
    if (state !== 'sending') return;
    if (store.placement === 'sending, placed') await this.setPlaced(store);
    else
      await this.world.db.shippingOrder.update({
        where: { id: store.part.id },
        data: { state: store.placement === 'sending, refused' ? 'refused' : 'planned' },
      });
    await this.describeStop(store);
  }

  private async setPlaced({ part }: ModelStore): Promise<void> {
    await this.world.db.shippingOrder.update({
      where: { id: part.id },
      data: { state: 'placed', storeOrderId: part.storeOrderId ?? `SO-${part.id}` },
    });
  }

  private async describeStop({ part }: ModelStore): Promise<void> {
    await inTransaction(this.world.db, async (tx) => {
      const stop = await tx.shippingOrderStop.findUnique({ where: { shippingOrderId: part.id } });
      if (!stop) return;
      if (stop.state === 'settling')
        await tx.shippingOrderStop.update({ where: { id: stop.id }, data: { state: 'due' } });
      await enqueue(tx, COMMANDS.stopShippingOrder, { payload: { stopId: stop.id }, correlation: 'test' });
    });
  }

  private async row({ part }: ModelStore) {
    return this.world.db.shippingOrder.findUniqueOrThrow({ where: { id: part.id } });
  }

  private async runCommands(): Promise<void> {
    for (;;) {
      try {
        await this.world.runStops();
        return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
    }
  }

  /** A reference never comes with other data; a shipped line is never stopped, a stopped line never ships. */
  private postCancel(store: ModelStore, request: CancelRequest): StoreAnswer | Promise<StoreAnswer> {
    const body = JSON.stringify(request);
    if ((store.bodies.get(request.external_ref) ?? body) !== body) throw new Error('a reference was reused');
    store.bodies.set(request.external_ref, body);
    if (store.has === 'nothing') throw new Error('asked to stop what it never had');
    const { weather } = store;
    if (weather === 'down') return isDown(request);
    if (store.has === 'created') store.has = 'stopped';
    if (weather === 'worker killed') {
      store.weather = 'fair';
      throw new Killed();
    }
    if (weather === 'answer lost') return isDown(request);
    return store.has === 'shipped' ? saysShipped(request) : confirms(request);
  }
}

class Killed extends Error {}

function aStore(part: StoredPart, { placement, weather, ships }: FirstScene): ModelStore {
  const hasIt = placement === 'placed' || placement === 'sending, placed';
  const has = hasIt ? (ships ? 'shipped' : 'created') : 'nothing';
  return { shopId: part.shopId, part, placement, has, reported: false, weather, bodies: new Map() };
}

function stateOf(placement: Placement): 'placed' | 'planned' | 'sending' {
  return placement === 'placed' || placement === 'planned' ? placement : 'sending';
}
