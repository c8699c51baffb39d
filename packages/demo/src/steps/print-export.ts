import type { CatalogueProduct } from '@hub/store-simulator';
import type { DemoCatalogues } from '../demo-catalogues';
import type { Reporter } from '../reporter';
import { SHOP_PLANS } from '../shop-plan';

/** The content of a product export: its violations of the contract, counted by fault, and what is in stock where. */
export function printExport(reporter: Reporter, { leftOut, products }: DemoCatalogues): void {
  const kept = Math.max(...[...products.values()].map((list) => list.length));
  reporter.print(
    `${kept + leftOut.length} products in the export; ${leftOut.length} of them the contract refuses`,
  );
  const counts = new Map<string, number>();
  for (const { faults } of leftOut)
    for (const fault of new Set(faults.map(withoutIndexes))) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  for (const [fault, count] of [...counts].sort(([, a], [, b]) => b - a))
    reporter.print(`  ${count} x ${fault}`);
  const inStock = SHOP_PLANS.map(({ slug, name }) => `${name} ${variantsInStock(products.get(slug) ?? [])}`);
  reporter.print(`Variants in stock: ${inStock.join(', ')}`);
}

function variantsInStock(products: readonly CatalogueProduct[]): number {
  const variants = products.flatMap((product) => product.variants);
  return variants.filter(({ inventory }) => inventory.some(({ quantity }) => quantity > 0)).length;
}

/** `variants[3].size: …` and `variants[7].size: …` are the same fault of a product. */
function withoutIndexes(fault: string): string {
  return fault.replaceAll(/\[\d+\]/g, '[]');
}
