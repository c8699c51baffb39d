import { countBodyKeys, keyRingOf, liveProcesses } from '@hub/installation';
import { rotateKeys, shopsByKey, type Rotated } from '@hub/shops';
import { CommandFailure } from '../failure';
import { print, printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';
import { requireKeys } from './require-keys';
import { counted } from '../counted';

/** `hub keys status`: which key encrypts, what each key encrypts, which process has which. */
export async function status(options: { json?: boolean }): Promise<void> {
  const described = await withDatabase(async ({ db, config }) => {
    const recorded = await db.encryptionState.findUnique({ where: { id: 1 } });
    const processes = await liveProcesses(db);
    return {
      current: recorded?.currentKeyId ?? null,
      since: recorded === null ? null : time(recorded.currentSince),
      given_here: keyRingOf(config).ids,
      shops: (await shopsByKey(db)).map(({ keyId, shops }) => ({ key: keyId, shops })),
      body_keys: (await countBodyKeys(db)).map(({ keyId, bodyKeys }) => ({
        key: keyId,
        body_keys: bodyKeys,
      })),
      processes: processes.map((one) => ({
        service: one.service,
        since: time(one.startedAt),
        keys: one.keyIds,
      })),
    };
  });
  if (options.json) return printJson(described);
  print(
    `current key: ${described.current ?? 'none recorded yet'}${described.since === null ? '' : `, since ${described.since}`}`,
  );
  print(`given here, the first one first: ${described.given_here.join(', ')}`);
  printTable(
    ['key', 'shops with secrets under it'],
    described.shops.map(({ key, shops }) => [key, String(shops)]),
  );
  printTable(
    ['key', 'keys of bodies under it'],
    described.body_keys.map((one) => [one.key, String(one.body_keys)]),
  );
  printTable(
    ['service', 'since', 'keys it has'],
    described.processes.map(({ service, since, keys }) => [service, since, keys.join(', ')]),
  );
}

/** `hub keys rotate`: encrypts everything under the first key of the list. */
export async function rotate(options: { json?: boolean }): Promise<void> {
  const end = await withDatabase(async ({ db, config }) => rotateKeys(db, await requireKeys(db, config)));
  if (end.kind === 'processes_lack_key')
    throw new CommandFailure([
      'not rotated: these run without the new key; start them again with the whole list first:',
      ...end.processes.map(({ service, startedAt }) => `  ${service}, since ${time(startedAt)}`),
    ]);
  if (end.kind === 'rotated' && end.unreadable.length + end.unreadableBodyKeys > 0)
    throw new CommandFailure(whatStays(end));
  if (options.json)
    return printJson(
      end.kind === 'rotated' ? { rotated: true, current: end.to, shops: end.shops } : { rotated: false },
    );
  if (end.kind === 'rotated')
    print(
      `the key ${end.to} is the current one; ${counted(end.shops, 'shop')} encrypted again, nothing is under another`,
    );
  else print('nothing to rotate: the first key of the list is the current one, and nothing is under another');
}

function whatStays({ to, unreadable, unreadableBodyKeys }: Rotated): string[] {
  const shops = [
    'secrets of these shops open with none of the keys; apply their sheets again:',
    ...unreadable.map((slug) => `  ${slug}`),
  ];
  return [
    `the key ${to} is the current one, but not everything is under it:`,
    ...(unreadable.length > 0 ? shops : []),
    ...(unreadableBodyKeys > 0
      ? [`${unreadableBodyKeys} keys of kept bodies open with none of the keys; give the key they are under`]
      : []),
  ];
}
