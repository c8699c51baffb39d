import type { Database } from '@hub/database';
import { decideLinks } from '@hub/desk/links';
import { aLinkProposal } from '@hub/testing';
import { WITHOUT_BARCODE, type Trader } from './trader';

interface Pair {
  id: string;
  a: string;
  b: string;
  state: 'open' | 'confirmed' | 'undone';
  /** Of the two, those that have their article by this link. */
  joined: string[];
}

/** What a lead decides of pairs of variants without a barcode, and which are one article by that. */
export class LinksByPeople {
  private readonly pairs: Pair[] = [];
  /** By variant. */
  private readonly articles = new Map<string, string>();

  constructor(private readonly db: Database) {}

  /** The article that people gave a variant; null: none. */
  articleOf(variantId: string): string | null {
    return this.articles.get(variantId) ?? null;
  }

  async link(shop: Trader, other: Trader): Promise<void> {
    const pair = await this.pairOf(shop, other);
    if (!pair || pair.state === 'confirmed') return;
    if (pair.state === 'undone' && (await this.decide(pair, 'undo'))) pair.state = 'open';
    if (!(await this.decide(pair, 'confirm'))) return;
    pair.state = 'confirmed';
    const article = this.articleOf(pair.a) ?? this.articleOf(pair.b) ?? `people ${pair.id}`;
    pair.joined = [pair.a, pair.b].filter((variantId) => this.articleOf(variantId) === null);
    for (const variantId of pair.joined) this.articles.set(variantId, article);
  }

  async undo(shop: Trader, other: Trader): Promise<void> {
    const pair = await this.pairOf(shop, other);
    if (pair?.state !== 'confirmed' || !(await this.decide(pair, 'undo'))) return;
    pair.state = 'undone';
    this.part(pair);
  }

  /** Its links are undone with a shop that is removed. */
  removed({ slug }: Trader): void {
    for (const pair of this.pairs) {
      if (pair.state !== 'confirmed' || ![pair.a, pair.b].some((id) => id.startsWith(`${slug}-`))) continue;
      pair.state = 'undone';
      this.part(pair);
    }
  }

  private part(pair: Pair): void {
    for (const variantId of pair.joined.splice(0)) this.articles.delete(variantId);
  }

  private async pairOf(shop: Trader, other: Trader): Promise<Pair | null> {
    const [one, two] = [shop.listed[WITHOUT_BARCODE], other.listed[WITHOUT_BARCODE]];
    if (!one || !two || !shop.known.isActive(one.variantId) || !other.known.isActive(two.variantId))
      return null;
    const [a, b] = [one.variantId, two.variantId];
    const known = this.pairs.find((pair) => pair.a === a && pair.b === b);
    if (known) return known;
    const side = async ({ slug }: Trader, variantId: string) => {
      const { id: shopId } = await this.db.shop.findUniqueOrThrow({ where: { slug } });
      return { shopId, variantId, productId: `product-of-${variantId}` };
    };
    const id = await aLinkProposal(this.db, [await side(shop, a), await side(other, b)]);
    const pair: Pair = { id, a, b, state: 'open', joined: [] };
    this.pairs.push(pair);
    return pair;
  }

  private async decide({ id }: Pair, decision: 'confirm' | 'undo'): Promise<boolean> {
    const lead = { db: this.db, actor: 'lead:model', role: 'lead', now: Date.now() } as const;
    const end = await decideLinks.act(lead, { decision, proposals: [id] });
    return end.kind === 'done';
  }
}
