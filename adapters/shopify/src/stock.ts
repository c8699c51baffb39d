import { randomUUID } from 'node:crypto';
import { refuse, type StockLevel } from '@hub/store-kit';
import { z } from 'zod';
import { requireDone, UserErrors } from './admin-api';
import { type Connection, connection } from './connections';
import { gid, isId } from './ids';
import type { Shop } from './shop';

/** `available`: on hand less what open orders have committed, which is what the network calls a quantity. */
const Level = z
  .object({ quantities: z.array(z.object({ quantity: z.number() })) })
  .nullable()
  .transform((level) => level?.quantities[0]?.quantity ?? null);

const Stocked = z.object({
  legacyResourceId: z.coerce.string(),
  inventoryItem: z.looseObject({ id: z.string(), tracked: z.boolean() }),
});
type Stocked = z.infer<typeof Stocked>;

/** As many as stay within what one call may cost, however many locations a shop has: two for a variant, two for each level. */
const atOnce = (locationIds: readonly string[]): number =>
  Math.max(1, Math.min(50, Math.floor(900 / (2 + 2 * locationIds.length))));

/** One alias a location, for the price of one object each; a list of levels would cost its whole page. */
const stockedFields = (locationIds: readonly string[]): string =>
  `legacyResourceId inventoryItem { id tracked ${locationIds
    .map(
      (id) =>
        `at${id}: inventoryLevel(locationId: "${gid('Location', id)}") { quantities(names: ["available"]) { quantity } }`,
    )
    .join(' ')} }`;

/** What has a level at these locations; an item that is not tracked has no figure to go by, and counts as 0. */
function levelsOf(
  { legacyResourceId, inventoryItem }: Stocked,
  locationIds: readonly string[],
): StockLevel[] {
  return locationIds.map((locationId) => {
    const quantity = inventoryItem.tracked ? Level.parse(inventoryItem[`at${locationId}`] ?? null) : null;
    return { variantId: legacyResourceId, locationId, quantity: quantity ?? 0 };
  });
}

/** The levels of these variants; one that is gone has none. */
export async function levelsOfVariants(
  { api }: Shop,
  variantIds: readonly string[],
  locationIds: readonly string[],
): Promise<StockLevel[]> {
  const operation = {
    document: `query HubLevels($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { ${stockedFields(locationIds)} } } }`,
    data: z.object({ nodes: z.array(Stocked.nullable()) }),
  };
  const levels: StockLevel[] = [];
  const step = atOnce(locationIds);
  for (let at = 0; at < variantIds.length; at += step) {
    const ids = variantIds.slice(at, at + step).map((id) => gid('ProductVariant', id));
    const { nodes } = await api.read(operation, { ids });
    for (const node of nodes) if (node) levels.push(...levelsOf(node, locationIds));
  }
  return levels;
}

/** What the variant has at the shop's own locations; one that is gone, or none of Shopify's, has nothing. */
export async function stockOf(shop: Shop, variantId: string): Promise<StockLevel[]> {
  return isId(variantId)
    ? levelsOfVariants(shop, [variantId], [...shop.locationIds, shop.networkLocationId])
    : [];
}

/**
 * What every variant has at the shop's own locations, for a fraction of what the catalogue costs. Past the last id, not past a
 * cursor: those end after 25 000.
 */
export async function* stockNow(shop: Shop): AsyncGenerator<StockLevel> {
  const { locationIds } = shop;
  const operation = {
    document: `query HubStock($query: String!) { productVariants(first: ${atOnce(locationIds)}, sortKey: ID, query: $query) {
      nodes { ${stockedFields(locationIds)} } pageInfo { hasNextPage endCursor } } }`,
    data: z.object({ productVariants: connection(Stocked) }),
  };
  let after: string | undefined = '0';
  while (after !== undefined) {
    const query = `product_status:active AND id:>${after}`;
    const page: Connection<Stocked> = (await shop.api.read(operation, { query })).productVariants;
    for (const node of page.nodes) yield* levelsOf(node, locationIds);
    after = page.pageInfo.hasNextPage ? page.nodes.at(-1)?.legacyResourceId : undefined;
  }
}

const ITEM_OF_VARIANT = {
  document: `query HubItem($id: ID!) { productVariant(id: $id) { inventoryItem { id } } }`,
  data: z.object({ productVariant: z.object({ inventoryItem: z.object({ id: z.string() }) }).nullable() }),
};

const SET_QUANTITY = {
  document: `mutation HubSetQuantity($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { code field } } }`,
  data: z.object({ inventorySetQuantities: z.object({ userErrors: UserErrors }) }),
};

const STOCK_AT_LOCATION = {
  document: `mutation HubActivate($item: ID!, $location: ID!, $available: Int!, $key: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: $available) @idempotent(key: $key) {
      userErrors { field } } }`,
  data: z.object({ inventoryActivate: z.object({ userErrors: UserErrors }) }),
};

/** Absolute: the old value is overwritten, because only the service writes to its location. */
export async function setNetworkQuantity(
  { api, networkLocationId }: Shop,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<void> {
  if (!isId(variantId)) throw refuse.unknownVariant();
  const { productVariant } = await api.read(ITEM_OF_VARIANT, { id: gid('ProductVariant', variantId) });
  if (!productVariant) throw refuse.unknownVariant();
  const item = productVariant.inventoryItem.id;
  const location = gid('Location', networkLocationId);
  const quantities = [{ inventoryItemId: item, locationId: location, quantity, changeFromQuantity: null }];
  const input = { name: 'available', reason: 'other', quantities };
  const { userErrors } = (await api.write(SET_QUANTITY, { input, key: randomUUID() })).inventorySetQuantities;
  if (!userErrors.some(({ code }) => code === 'ITEM_NOT_STOCKED_AT_LOCATION')) {
    requireDone('the quantity', userErrors);
    return;
  }
  const activated = await api.write(STOCK_AT_LOCATION, {
    item,
    location,
    available: quantity,
    key: randomUUID(),
  });
  requireDone('the quantity at a new location', activated.inventoryActivate.userErrors);
}
