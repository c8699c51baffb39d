import { expect } from '@jest/globals';
import { DeskBrowser, type Look } from './desk-browser';
import type { TestShops } from './shops';
import type { World } from './open-world';
import { HUB, runProgram } from './run-program';

interface Visit {
  /** One that was opened with a `DOOR_URL`. */
  world: World;
  shop: keyof TestShops;
  look?: Look | undefined;
}

/** A person of a shop at its own door, signed in by a link that the operator's command printed. */
export async function atTheDoor(
  { world, shop, look }: Visit,
  work: (door: DeskBrowser) => Promise<void>,
): Promise<void> {
  const { id, slug } = world.shops[shop];
  const contacts = { technical: `ops@${slug}.example` };
  await world.db.shop.update({ where: { id }, data: { contacts } });
  const args = ['door', 'link', slug, 'technical', '--print'];
  const { stdout, stderr } = await runProgram(HUB, { args, env: world.env });
  expect(stderr).toBe('');
  const door = await DeskBrowser.open(world.env['DOOR_URL'] ?? '', look);
  try {
    await door.page.goto(stdout.trim());
    await door.page.getByRole('button', { name: 'Sign in' }).click();
    await door.page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await work(door);
    expect(door.complaints).toEqual([]);
  } finally {
    await door.close();
  }
}
