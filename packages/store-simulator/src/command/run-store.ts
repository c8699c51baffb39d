import { BROKEN_RULES } from '../broken-rules/broken-rules';
import { environmentSheet } from '../environment-sheet';
import { startStore, type SimulatedStore } from '../start-store';
import type { Echoes } from '../store-options';
import type { Credentials } from './config';
import { controlHelp } from './control-help';
import { loadCatalogue } from './load-catalogue';
import type { GivenLocation } from './parse-location';
import type { StoreCommandOptions } from './store-command';

interface Surroundings {
  print: (line: string) => void;
  /** Only read if the store is to run. */
  credentials: () => Credentials;
}

const USUAL_LOCATIONS: GivenLocation[] = [{ id: '1001' }];

/** Prints the sheet that fits the store, or its switches, or starts the store and prints what happens in it. */
export async function runStore(
  given: StoreCommandOptions,
  { print, credentials }: Surroundings,
): Promise<SimulatedStore | null> {
  const locations = given.location ?? USUAL_LOCATIONS;
  if (given.sheet) {
    print(sheetOf(given, locations));
    return null;
  }
  if (given.switches) {
    for (const { id, rule } of BROKEN_RULES) print(`${id}: ${rule}`);
    return null;
  }
  const { bearerToken, signingSecret, olderSecrets } = credentials();
  const locationIds = locations.map(({ id }) => id);
  const { catalogue, leftOut } = await loadCatalogue({
    source: given.catalogue,
    seed: given.seed,
    locations: locationIds,
    hubLocationId: given.hubLocation,
    onlyValid: given.onlyValid ?? false,
  });
  for (const { productId, faults } of leftOut) print(`left out ${productId}: ${faults.join('; ')}`);

  const store = await startStore({
    bearerToken,
    signingSecret,
    olderSecrets,
    slug: given.slug,
    country: given.country,
    currency: given.currency,
    hubLocationId: given.hubLocation,
    locations: locationIds,
    catalogue,
    deducts: given.deducts,
    eventsUrl: given.eventsUrl,
    port: given.port,
    echoes: echoesOf(given.echo),
    autoShip: given.autoShip === undefined ? undefined : { afterMs: given.autoShip },
    deliveryDelaysMs: given.resendAfter && [0, ...given.resendAfter],
    broken: given.break,
    control: true,
    onEvent: print,
  });
  print(`${given.slug} serves ${catalogue.productCount} products at ${store.apiRoot}`);
  print(
    given.eventsUrl ? `Events go to ${given.eventsUrl}` : 'No --events-url: events are recorded, not sent',
  );
  const variantId = catalogue.productCount > 0 ? catalogue.productAt(0).variants[0]?.variant_id : undefined;
  const sample = { variantId: variantId ?? '<variant id>', locationId: locationIds[0] ?? '<location id>' };
  print(controlHelp(store.apiRoot, sample));
  return store;
}

function echoesOf(kinds: StoreCommandOptions['echo']): Echoes {
  return {
    inventory: kinds.includes('inventory'),
    orders: kinds.includes('orders') ? 'tag' : undefined,
    cancellations: kinds.includes('cancellations'),
    returns: kinds.includes('returns'),
  };
}

function sheetOf(given: StoreCommandOptions, locations: GivenLocation[]): string {
  return environmentSheet({
    slug: given.slug,
    country: given.country,
    currency: given.currency,
    apiRoot: `http://127.0.0.1:${given.port}`,
    hubLocationId: given.hubLocation,
    locations,
    destinationCountries: given.destination,
    eventsUrl: given.eventsUrl,
    deducts: given.deducts,
    bearerEnv: given.bearerEnv,
    secretEnv: given.secretEnv,
  });
}
