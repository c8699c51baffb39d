import { lockShopSheet, rows, type Prisma, type Tx } from '@hub/database';
import { asKeys, type Keys } from '@hub/installation';
import { z } from 'zod';
import { requestRunOfNewSheet } from '../catalogue/catalogue-runs';
import { environmentOf } from '../go-live/go-live-records';
import { resumeCalls } from '../holds/hold-records';
import { reopenLinks } from '../links/links-of-shop';
import { NO_DOOR_TOKEN, sealBearerTokens, sealSigningSecret } from '../shop-records';
import { alertOpenLines } from './alert-open-lines';
import { countStock, hasChanged, readCounting } from './count-stock';
import { decideCounting, type Counting } from './decide-counting';
import { endDoorAccess } from './end-door-access';
import { planSheet, type SheetPlan, type SheetToApply } from './plan-sheet';
import type { Sheet } from '../sheet-fields';
import { termColumns } from './shipping-terms';
import { changesCredentials, type SheetChange } from './sheet-changes';

const Change = z.object({ revision: z.bigint(), at: z.date() });

/** Sheets are applied one after another, so that no two shops can take the same secret at once. */
const APPLY_LOCK = 7_201_104;

/** Waits until no other sheet is being applied, and no shop removed. */
export async function lockSheets(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${APPLY_LOCK})`;
}

/** The plan that was carried out, and whether held calls to the store resume now (D23). */
export type AppliedSheet = SheetPlan & { resumed: boolean };

/**
 * Applies a sheet, in the caller's transaction: the shop with its secrets, locations and split rates is set as in the
 * sheet, and running services reload it by its new revision. The same sheet again changes nothing. One with other
 * credentials ends a hold on calls to the store (D23). One of a removed shop restores it. A refused plan writes
 * nothing.
 */
export async function applySheet(tx: Tx, sheet: SheetToApply, given: string | Keys): Promise<AppliedSheet> {
  const keys = asKeys(given);
  await lockSheets(tx);
  const stored = await tx.shop.findUnique({
    where: { slug: sheet.slug },
    select: { id: true, removedAt: true },
  });
  if (stored) await lockShopSheet(tx, stored.id);
  const plan = await planSheet(tx, sheet, keys);
  if (plan.kind === 'refused') return { ...plan, resumed: false };
  if (plan.kind !== 'unchanged') await storeSheet(tx, sheet, keys);
  if (stored?.removedAt) await reopenLinks(tx, { id: stored.id, removedAt: stored.removedAt });
  if (plan.kind === 'new' || (plan.kind === 'changed' && namesNewToken(plan.changes)))
    await dropDoorToken(tx, sheet.slug);
  if (plan.kind === 'changed' && plan.overruled.length > 0 && stored && isSwitchedOff(sheet))
    await alertOpenLines(tx, { id: stored.id, slug: sheet.slug });
  const resumed =
    plan.kind === 'changed' && changesCredentials(plan.changes) && (await renew(tx, sheet.slug));
  return { ...plan, resumed };
}

/** D35: a token set at the shop's door takes precedence over the sheet until the sheet names a new one. */
function namesNewToken(changes: readonly SheetChange[]): boolean {
  return changes.some(({ field }) => field === 'bearer_token');
}

async function dropDoorToken(tx: Tx, slug: string): Promise<void> {
  await tx.shop.update({ where: { slug }, data: NO_DOOR_TOKEN, select: { id: true } });
}

/** New credentials: refusals of the old ones no longer count. @returns whether calls were held */
async function renew(tx: Tx, slug: string): Promise<boolean> {
  const { id } = await tx.shop.update({
    where: { slug },
    data: { credentialsRevision: { increment: 1 } },
    select: { id: true },
  });
  return resumeCalls(tx, id);
}

function isSwitchedOff({ capabilities }: Sheet): boolean {
  return capabilities.orders === 'off' || capabilities.orders === 'dry_run';
}

async function storeSheet(tx: Tx, sheet: Sheet, keys: Keys): Promise<void> {
  const columns = shopColumns(sheet, keys);
  const { slug } = sheet;
  // D32: recurring traffic of `test` opens with its sign-off.
  const trialTraffic = (await environmentOf(tx)) === 'test';
  const create = { slug, trialTraffic, ...columns };
  const before = await readCounting(tx, slug);
  const { id, firstCatalogueAt } = await tx.shop.upsert({ where: { slug }, create, update: columns });
  const change = await nextRevision(tx, id);
  const locations = decideCounting(before, countingOf(sheet), change);
  await storeParts(tx, { shopId: id, sheet, keys, locations });
  if (hasChanged(before, locations)) await countStock(tx, id);
  await endDoorAccess(tx, id, sheet.contacts);
  const isInterrupted = [...locations.values()].some(({ uncountedSince }) => uncountedSince === change.at);
  if (isInterrupted && firstCatalogueAt !== null) await requestRunOfNewSheet(tx, id);
}

function countingOf({ capabilities, locations }: Sheet) {
  const locationIds = locations.map(({ locationId }) => locationId);
  return { inventoryLive: capabilities.inventory === 'live', locationIds };
}

/** Its number is taken under the lock of the shop. */
async function nextRevision(tx: Tx, shopId: number) {
  const [change] = await rows(
    Change,
    tx.$queryRaw`
    UPDATE "shop" SET "revision" = nextval('shop_revision'), "applied_at" = now() WHERE "id" = ${shopId}
    RETURNING "revision", clock_timestamp() AS "at"`,
  );
  if (!change) throw new Error(`cannot apply the sheet: shop ${shopId} is gone`);
  return change;
}

async function storeParts(
  tx: Tx,
  parts: { shopId: number; sheet: Sheet; keys: Keys; locations: ReadonlyMap<string, Counting> },
): Promise<void> {
  const { shopId, sheet, keys, locations } = parts;
  const ofShop = { where: { shopId } };
  await tx.shopSecret.deleteMany(ofShop);
  await tx.shopSecret.createMany({
    data: sheet.signingSecrets.map((secret, position) => ({
      shopId,
      position,
      ...sealSigningSecret(sheet.slug, secret, keys),
    })),
  });
  await tx.shopLocation.deleteMany(ofShop);
  await tx.shopLocation.createMany({
    data: sheet.locations.map((location) => ({ shopId, ...location, ...locations.get(location.locationId) })),
  });
  await tx.splitRate.deleteMany(ofShop);
  await tx.splitRate.createMany({ data: sheet.splitRates.map((rate) => ({ shopId, ...rate })) });
}

function shopColumns(sheet: Sheet, keys: Keys) {
  return {
    removedAt: null,
    name: sheet.name,
    country: sheet.country,
    currency: sheet.currency,
    storeApiRoot: sheet.storeApiRoot,
    hubNetworkLocationId: sheet.hubNetworkLocationId,
    testWebhookUrl: sheet.testWebhookUrl,
    injectionVat: sheet.injectionVat,
    stockDeductedAt: sheet.stockDeductedAt,
    contacts: sheet.contacts,
    destinationCountries: [...sheet.destinationCountries],
    testVariants: [...sheet.testVariants],
    optionalFields: [...sheet.optionalFields],
    ...termColumns(sheet),
    ...sheet.capabilities,
    ...sealBearerTokens(sheet.slug, sheet.bearerTokens, keys),
  } satisfies Omit<Prisma.ShopUncheckedCreateInput, 'slug'>;
}
