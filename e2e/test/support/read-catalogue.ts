import type { Database } from '@hub/database';
import { pullCatalogue } from '@hub/desk/catalogue';
import { eventually } from '@hub/testing';

/** Has a shop's whole catalogue read, and waits until it is accepted. */
export async function readCatalogue(db: Database, shop: string, timeoutMs: number): Promise<void> {
  const acting = { db, actor: 'cli:trial', role: 'agent', now: Date.now() } as const;
  const asked = await pullCatalogue.act(acting, { shop });
  if (asked.kind !== 'done') throw new Error(`${shop}: ${asked.says}`);
  await eventually(
    async () => {
      const { state } = await db.catalogueRun.findUniqueOrThrow({ where: { id: asked.answer.run } });
      if (state !== 'accepted') throw new Error(`the catalogue of ${shop} is ${state}`);
    },
    { timeoutMs, everyMs: 50 },
  );
}
