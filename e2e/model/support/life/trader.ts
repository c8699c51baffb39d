import { applySheetText } from '@hub/cli';
import type { Database } from '@hub/database';
import {
  startStore,
  type Catalogue,
  type CatalogueProduct,
  type Delivery,
  type SimulatedStore,
  type StoreOrder,
} from '@hub/store-simulator';
import { aGtin, aSheet, TEST_ENCRYPTION_KEY } from '@hub/testing';
import { databaseTime } from '../../../../packages/shops/src';
import { KnownStock, type Listed, type ListedStock, type Sheet } from './known-stock';

export const LOCATIONS = ['1001', '1002'] as const;
export const HUB_LOCATION = '9000';
/** Articles with a barcode, and one that only people link. */
export const ARTICLES = 4;
export const WITHOUT_BARCODE = 3;
const FIRST_GTIN = 70_000;
/** Shops whose stock a store shows. */
const OTHERS = 2;

export interface TraderOptions {
  slug: string;
  deducts: 'order' | 'shipment';
  echoes: boolean;
  returns: 'live' | 'off';
}

/** A shop with its store: what its people do, and what the hub can know of its stock. */
export class Trader {
  readonly known = new KnownStock();
  /** In force; null: the shop is not in the network. */
  sheet: Sheet | null = null;
  /** By article; null: the store lists nothing of it. */
  readonly listed: (Listed | null)[] = [];
  /** Every variant that it ever listed. */
  readonly variants: Listed[] = [];
  /** Its catalogue does not validate. */
  isBroken = false;
  /** Events by id that have their final answer. */
  readonly answered = new Map<string, { status: number; said: string; byRun: boolean }>();
  /** Shipping orders whose goods came back. */
  readonly takenBack = new Set<string>();
  /** The phase in which the latest report of an article's stock was accepted. */
  readonly reportedIn = new Map<number, number>();
  /** Articles of which a stock report was refused: what it would have ended may be open still. */
  readonly lost = new Set<number>();
  private readonly names: number[] = [];
  private reads = 0;

  private constructor(
    private readonly db: Database,
    readonly options: TraderOptions,
    readonly store: SimulatedStore,
  ) {}

  static async open(db: Database, options: TraderOptions): Promise<Trader> {
    const { slug, deducts, echoes } = options;
    const store = await startStore({
      slug,
      country: 'SE',
      currency: 'EUR',
      bearerToken: tokenOf(slug),
      signingSecret: secretOf(slug),
      hubLocationId: HUB_LOCATION,
      locations: [...LOCATIONS],
      catalogue: [],
      deducts,
      echoes: { inventory: echoes },
    });
    const trader = new Trader(db, options, store);
    for (let article = 0; article < ARTICLES; article += 1) trader.list(article, startingPieces(article));
    trader.offer();
    return trader;
  }

  get slug(): string {
    return this.options.slug;
  }

  get secret(): string {
    return secretOf(this.slug);
  }

  /** As it was before, or as its people want it from now on. */
  get usualSheet(): Sheet {
    const on = { products: 'live', inventory: 'live', orders: 'live', cancellation: 'live' } as const;
    return { ...on, returns: this.options.returns, locations: this.sheet?.locations ?? LOCATIONS };
  }

  /** Applies a sheet. Throws `CommandFailure` if the hub refuses it. */
  async apply(sheet: Sheet): Promise<void> {
    const { slug, store } = this;
    const { locations, ...capabilities } = sheet;
    const text = aSheet({
      shop_slug: slug,
      name: slug,
      store_api_root: store.apiRoot,
      bearer_token: '${TOKEN}',
      signing_secrets: ['${SECRET}'],
      locations: locations.map((location_id) => ({ location_id })),
      split_rate: { default: 0.7 },
      stock_deducted_at: this.options.deducts,
      capabilities,
    });
    const at = (await databaseTime(this.db)).getTime();
    await applySheetText(text, {
      db: this.db,
      config: { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, ALLOW_INSECURE_STORES: true },
      env: { TOKEN: tokenOf(slug), SECRET: secretOf(slug) },
      dryRun: false,
      actor: 'cli:model',
    });
    this.known.sheetChanged({ before: this.sheet, now: sheet, at });
    this.sheet = sheet;
    this.offer();
  }

  /** It is in the network since before its life: the row of its shop gets the store of this life, and what was drawn. */
  async hasJoined(): Promise<void> {
    const { slug, store, options } = this;
    const sheet = this.usualSheet;
    await this.db.$executeRaw`
      UPDATE shop SET store_api_root = ${store.apiRoot}, stock_deducted_at = ${options.deducts}::stock_deducted_at,
        returns = ${options.returns}::capability_state, revision = nextval('shop_revision')
      WHERE slug = ${slug}`;
    this.known.sheetChanged({ before: null, now: sheet, at: 0 });
    this.sheet = sheet;
    for (const { variantId, article } of this.variants)
      if (article !== WITHOUT_BARCODE) this.start(variantId, HUB_LOCATION, OTHERS * startingPieces(article));
    this.offer();
    this.known.catalogueRead(this.listedStock());
  }

  /** Whether a catalogue run has read the store since this was last asked, and what. */
  noteRead(): void {
    const { length } = this.store.requests.filter(({ endpoint }) => endpoint === 'GET /products');
    if (length > this.reads) this.known.catalogueRead(this.listedStock());
    this.reads = length;
  }

  private listedStock(): ListedStock[] {
    return this.listed.flatMap((one) =>
      one ? { ...one, quantities: this.store.inventory(one.variantId) } : [],
    );
  }

  /** A new variant of an article, which takes over the shelf of the one listed before. */
  list(article: number, pieces = 0): void {
    const number = (this.names[article] ?? 0) + 1;
    this.names[article] = number;
    const variant = { variantId: `${this.slug}-${article}-${number}`, article, hasBarcode: true };
    this.variants.push(variant);
    this.start(variant.variantId, LOCATIONS[0], pieces);
    this.relist(variant);
  }

  /** Lists a variant of its own again, with the shelf of its article. */
  relist(variant: Listed): void {
    const before = this.listed[variant.article] ?? this.lastListed.get(variant.article) ?? null;
    this.listed[variant.article] = variant;
    this.lastListed.set(variant.article, variant);
    if (before && before !== variant) this.moveShelf(before, variant);
  }

  private readonly lastListed = new Map<number, Listed>();
  /** By variant and location. */
  private readonly starting = new Map<string, number>();

  private start(variantId: string, locationId: string, pieces: number): void {
    this.starting.set(`${variantId} ${locationId}`, pieces);
  }

  private moveShelf(from: Listed, to: Listed): void {
    this.offer();
    const shelf = this.store.inventory(from.variantId);
    for (const location of LOCATIONS) this.store.changeStock(to.variantId, location, shelf[location] ?? 0);
    for (const { lines } of this.store.orders)
      for (const line of lines) if (line.variantId === from.variantId) line.variantId = to.variantId;
  }

  /** The store sells what is listed from now on, and finds what it once listed. */
  offer(): void {
    this.store.sellFrom(this.catalogue());
  }

  gtin(article: number): string {
    return aGtin(FIRST_GTIN + article);
  }

  /** What the store shows of a variant at its network location. */
  shown(variantId: string): number {
    return this.store.inventory(variantId)[HUB_LOCATION] ?? 0;
  }

  /** Its shop is removed. */
  removed(): void {
    this.sheet = null;
    this.known.removed();
    for (const { article } of this.variants) this.lost.add(article);
  }

  get ownOrders(): StoreOrder[] {
    return this.store.orders.filter(({ kind }) => kind === 'own');
  }

  get shippingOrders(): StoreOrder[] {
    return this.store.orders.filter(({ kind }) => kind === 'shipping');
  }

  /** Shipping orders with something left to ship. */
  get toShip(): StoreOrder[] {
    return this.shippingOrders.filter(
      ({ status, lines }) =>
        status === 'created' && lines.some(({ shipped, quantity }) => shipped < quantity),
    );
  }

  /** Events without a final answer, in the order in which they happened. */
  get unanswered(): Delivery[] {
    return this.store.deliveries.filter(
      ({ eventId, body }) => body.length > 0 && !this.answered.has(eventId),
    );
  }

  private catalogue(): Catalogue {
    const listed = this.listed.flatMap((variant) => variant ?? []);
    const products = listed.map((variant) => this.product(variant));
    const entry = (variant: Listed) => this.product(variant).variants[0] ?? null;
    return {
      productCount: products.length,
      productAt(position) {
        const product = products[position];
        if (!product) throw new RangeError(`no product at position ${position}`);
        return product;
      },
      findVariant: (variantId) => {
        const variant = this.variants.find((one) => one.variantId === variantId);
        return variant ? entry(variant) : null;
      },
      findVariantByBarcode: (barcode) => {
        const variant = listed.find(({ article }) => this.gtin(article) === barcode);
        return variant ? entry(variant) : null;
      },
    };
  }

  private product({ variantId, article, hasBarcode }: Listed): CatalogueProduct {
    const locations = this.sheet?.locations ?? LOCATIONS;
    const inventory = [...locations, HUB_LOCATION].map((location_id) => ({
      location_id,
      quantity: this.starting.get(`${variantId} ${location_id}`) ?? 0,
    }));
    const barcode = hasBarcode && article !== WITHOUT_BARCODE ? { barcode: this.gtin(article) } : {};
    return {
      product_id: `product-of-${variantId}`,
      title: `Down jacket ${article}`,
      brand: this.isBroken ? '' : 'Fjordline',
      images: [{ url: 'https://images.example.com/down-jacket.jpg' }],
      variants: [{ variant_id: variantId, size: 'M', ...barcode, inventory }],
    };
  }
}

function startingPieces(article: number): number {
  return 3 + article;
}

function tokenOf(slug: string): string {
  return `token-of-${slug}`;
}

function secretOf(slug: string): string {
  return `secret-of-${slug}`;
}
