import type { Command } from 'commander';
import { addListsOf } from '../desk/add-list';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { readJson } from '../files';
import { print, printJson } from '../output';
import { addLabCommand } from '../routing/route-lab';
import { addPolicyCommand } from '../routing/route-policy';

const ORDER = "the shop's order id, or an order or line reference of ours";
const POLICY = 'YAML or JSON: its version, and its criteria in their order';

/**
 * `hub route …`: why orders are routed where they are (D19), and where they would be, without effect; `policy`
 * determines it, `lab` compares it with another.
 */
export function addRouteCommand(program: Command): void {
  const route = program
    .command('route')
    .description('why an order went to a shop, and what another policy would choose');
  toDesk(
    route
      .command('explain')
      .description(
        'the stored decisions of an order: candidates with their figures, the ranking, who was ruled out',
      ),
  )
    .argument('<order>', ORDER)
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .action(explain);
  toDesk(
    route
      .command('try')
      .description(
        'decides and prices an order as if its shop sent it now; nothing is stored, reserved or sent',
      ),
  )
    .argument('<file>', 'JSON: an order.created event, or its data alone')
    .requiredOption('--shop <slug>', 'the selling shop')
    .option('--policy <file>', `decides by another policy too, and says what differs. ${POLICY}`)
    .option('--against <file>', 'the policy that it is compared with, instead of the one in force')
    .action(tryFile);
  toDesk(
    route
      .command('replay')
      .description(
        'what another policy would have chosen on the stored figures of an order, or of the latest orders; nothing is changed',
      ),
  )
    .argument('[order]', `${ORDER}; without one the latest decisions`)
    .requiredOption('--policy <file>', POLICY)
    .option('--against <file>', 'the policy that it is compared with, instead of what was decided')
    .option('--latest <n>', 'how many decisions, without an order (500)', Number)
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .action(replay);
  addPolicyCommand(route);
  addLabCommand(route);
  addListsOf(route);
}

async function explain(id: string, options: DeskOptions & { shop?: string }): Promise<void> {
  const order = await ask(options, 'route.explain', { order: id, shop: options.shop });
  if (options.json) return printJson(order);
  for (const former of order.former_decisions)
    print(
      `order ${order.order_id} of ${order.shop}, decided ${former.decided_at}: the reasons are no longer kept`,
    );
  if (order.decisions.length === 0 && order.former_decisions.length === 0)
    return print(`order ${order.order_id} of ${order.shop} has no decision, or none that is still kept`);
  const { printDecision } = await import('../routing/print-decision.js');
  for (const decision of order.decisions) {
    print(`order ${order.order_id} of ${order.shop}, decided ${decision.decided_at}`);
    printDecision(decision);
    print('');
  }
}

interface PolicyOptions extends DeskOptions {
  against?: string;
}

/** A policy of a file; undefined: none is named. */
async function policyOf(file: string | undefined) {
  if (file === undefined) return undefined;
  const { readPolicy } = await import('../routing/read-policy.js');
  return readPolicy(file);
}

async function tryFile(
  file: string,
  options: PolicyOptions & { shop: string; policy?: string },
): Promise<void> {
  const order = readJson(file);
  const policies = { policy: await policyOf(options.policy), against: await policyOf(options.against) };
  const tried = await ask(options, 'route.try', { shop: options.shop, order, ...policies });
  if (tried.outcome === 'refused') process.exitCode = 1;
  if (options.json) return printJson(tried);
  const { printTried } = await import('../routing/print-tried.js');
  printTried(tried);
}

async function replay(
  id: string | undefined,
  options: PolicyOptions & { policy: string; shop?: string; latest?: number },
): Promise<void> {
  const { readPolicy } = await import('../routing/read-policy.js');
  const { printReplayed } = await import('../routing/replay-order.js');
  const [policy, against] = [readPolicy(options.policy), await policyOf(options.against)];
  const { shop, latest } = options;
  const replayed = await ask(options, 'route.replay', { order: id, shop, policy, against, latest });
  if (options.json) return printJson(replayed);
  if (id !== undefined && replayed.decisions.length === 0)
    return print('no decision of the order is kept: it has none, or it is too old');
  printReplayed(replayed);
}
