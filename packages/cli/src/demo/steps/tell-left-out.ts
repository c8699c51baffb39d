import type { DemoCatalogues } from '../demo-catalogues';
import type { Narrator } from '../narrator';

/** What of a product export the contract's rules refuse, and why: counted by field and fault. */
export function tellLeftOut(narrator: Narrator, { leftOut, products }: DemoCatalogues): void {
  const kept = Math.max(...[...products.values()].map((list) => list.length));
  narrator.tell(
    `${kept + leftOut.length} products in the export; ${leftOut.length} of them the contract refuses`,
  );
  const counts = new Map<string, number>();
  for (const { faults } of leftOut)
    for (const fault of new Set(faults.map(withoutIndexes))) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  for (const [fault, count] of [...counts].sort(([, a], [, b]) => b - a))
    narrator.tell(`  ${count} x ${fault}`);
}

/** `variants[3].size: …` and `variants[7].size: …` are the same fault of a product. */
function withoutIndexes(fault: string): string {
  return fault.replaceAll(/\[\d+\]/g, '[]');
}
