import type { Database } from '@hub/database';
import { pullCatalogue } from '@hub/support-desk';
import { eventually } from '@hub/testing';

/** Has a shop's whole catalogue read, and waits until it is accepted. */
export async function readCatalogue(db: Database, shop: string, timeoutMs: number): Promise<void> {
  const asked = await pullCatalogue(db, { shop, checkImages: false, actor: 'cli:trial' });
  if (asked.kind === 'refused') throw new Error(`the catalogue of ${shop} is not read: ${asked.why}`);
  await eventually(
    async () => {
      const { state } = await db.catalogueRun.findUniqueOrThrow({ where: { id: asked.runId } });
      if (state !== 'accepted') throw new Error(`the catalogue of ${shop} is ${state}`);
    },
    { timeoutMs, everyMs: 50 },
  );
}
