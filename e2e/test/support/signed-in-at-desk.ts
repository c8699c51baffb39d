import { expect } from '@jest/globals';
import { DeskBrowser, type DeskAccount, type Look } from './desk-browser';
import type { World } from './open-world';

interface Visit {
  world: World;
  account: DeskAccount;
  look?: Look | undefined;
}

/** Does something at the desk in a separate browser, which must log no error. */
export async function signedInAtDesk(
  { world, account, look }: Visit,
  work: (desk: DeskBrowser) => Promise<void>,
): Promise<void> {
  const desk = await DeskBrowser.open(world.supportUrl, look);
  try {
    await desk.signIn(account);
    await work(desk);
    expect(desk.complaints).toEqual([]);
  } finally {
    await desk.close();
  }
}
