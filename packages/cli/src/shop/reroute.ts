import type { ActOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { print, printJson } from '../output';
import { counted } from '../counted';

/** `hub shop reroute`: routes what a shop that cannot be called has to other shops, in one action (D18, D19). */
export async function reroute(
  shop: string,
  options: ActOptions & { yes?: boolean; note?: string },
): Promise<void> {
  const { yes = false, dryRun = false, note } = options;
  const carry_out = yes && !dryRun;
  const end = await ask(options, 'shop.reroute', { shop, carry_out, note });
  if (options.json) return printJson(end);
  print(
    `to other shops: ${counted(end.rerouted.length, 'shipping order')}${carry_out ? '' : ', if you do it with --yes'}`,
  );
  for (const { reference, reason } of end.kept) print(`${reference} stays: ${reason}`);
}
