import { createStoreKit } from '../src/create-store-kit';
import { memoryStorage, type MemoryTx } from '../src/storage/memory-storage';
import type { KitStorage, ParkedEvent } from '../src/storage';
import type { StoreKit, StoreKitOptions } from '../src/store-kit';
import { callingService, type CallingService } from '../src/testing/calling-service';
import { type FakeService, startFakeService } from '../src/testing/fake-service';
import { TestShop } from './a-shop';

const CREDENTIALS = { bearerToken: 'test-token', signingSecret: 'test-secret' };

/** A shop with a kit, the service that calls it, and the service that its events go to. */
export interface KitWorld {
  shop: TestShop;
  kit: StoreKit<MemoryTx>;
  storage: KitStorage<MemoryTx>;
  call: CallingService['call'];
  service: FakeService;
  /** The clock, in milliseconds; it does not move unless it is set. */
  clock: { ms: number };
  parked: ParkedEvent[];
  errors: unknown[];
  stop(): Promise<void>;
}

export async function aKit(
  change: (shop: TestShop) => Partial<StoreKitOptions<MemoryTx>> = () => ({}),
): Promise<KitWorld> {
  const shop = new TestShop();
  const service = await startFakeService([CREDENTIALS.signingSecret]);
  const clock = { ms: Date.now() };
  const parked: ParkedEvent[] = [];
  const errors: unknown[] = [];
  const options: StoreKitOptions<MemoryTx> = {
    adapter: shop.transactional,
    storage: memoryStorage(),
    credentials: () => ({
      bearerTokens: [CREDENTIALS.bearerToken, 'older-token'],
      signingSecrets: [CREDENTIALS.signingSecret, 'older-secret'],
    }),
    eventsUrl: service.url,
    networkLocationId: 'network',
    currency: 'EUR',
    hooks: { onParked: (event) => void parked.push(event), onError: (error) => void errors.push(error) },
    now: () => clock.ms,
    ...change(shop),
  };
  const kit = createStoreKit(options);
  const calling = await callingService(kit, CREDENTIALS);
  const { storage } = options;
  const stop = async (): Promise<void> => {
    await kit.stop();
    await calling.stop();
    await service.stop();
  };
  return { shop, kit, storage, call: calling.call, service, clock, parked, errors, stop };
}
