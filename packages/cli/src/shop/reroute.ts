import { DESK_REFUSAL_WORDS, rerouteShop } from '@hub/support-desk';
import { actorOf } from '../actor';
import { CommandFailure } from '../failure';
import { print, printJson } from '../output';
import { withDatabase } from '../with-database';

/** `hub shop reroute`: gives what stands at a shop that cannot be called to other shops, in one act (D18, D19). */
export async function reroute(
  slug: string,
  options: { yes?: boolean; note?: string; as?: string; json?: boolean },
): Promise<void> {
  const { yes: carryOut = false, note } = options;
  const actor = actorOf(options.as);
  const end = await withDatabase(({ db }) => rerouteShop(db, { shop: slug, actor, carryOut, note }));
  if (end.kind === 'refused') throw new CommandFailure([`not re-routed: ${DESK_REFUSAL_WORDS[end.why]}`]);
  const { rerouted, kept } = end;
  if (options.json) return printJson({ shop: slug, carried_out: carryOut, rerouted, kept });
  print(
    `${rerouted.length} shipping order(s) ${carryOut ? 'go to other shops' : 'would go to other shops; do it with --yes'}`,
  );
  for (const { reference, reason } of kept) print(`${reference} stays: ${reason}`);
}
