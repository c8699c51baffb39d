import type { Command } from 'commander';
import { toDesk, type DeskOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { readJson } from '../files';
import { print, printJson } from '../output';
import { addPolicyCommand } from '../routing/route-policy';

const ORDER = "the shop's order id, or an order or line reference of ours";

/**
 * `hub route …`: why orders are routed where they are (D19), and where they would be, without effect; `policy`
 * determines it.
 */
export function addRouteCommand(program: Command): void {
  const route = program.command('route').description('why orders go where they go, and where they would');
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
    .action(tryFile);
  toDesk(
    route
      .command('replay')
      .description(
        'what another policy would have chosen on the stored figures of an order; nothing is changed',
      ),
  )
    .argument('<order>', ORDER)
    .requiredOption('--policy <file>', 'YAML or JSON: band_km, and a version to call it by')
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .action(replay);
  addPolicyCommand(route);
}

async function explain(id: string, options: DeskOptions & { shop?: string }): Promise<void> {
  const order = await ask(options, 'route.explain', { order: id, shop: options.shop });
  if (options.json) return printJson(order);
  if (order.decisions.length === 0) return print(`order ${order.order_id} of ${order.shop} has no decision`);
  const { printDecision } = await import('../routing/print-decision.js');
  for (const decision of order.decisions) {
    print(`order ${order.order_id} of ${order.shop}, decided ${decision.decided_at}`);
    printDecision(decision);
    print('');
  }
}

async function tryFile(file: string, options: DeskOptions & { shop: string }): Promise<void> {
  const order = readJson(file);
  const tried = await ask(options, 'route.try', { shop: options.shop, order });
  if (tried.outcome === 'refused') process.exitCode = 1;
  if (options.json) return printJson(tried);
  const { printTried } = await import('../routing/print-tried.js');
  printTried(tried);
}

async function replay(id: string, options: DeskOptions & { policy: string; shop?: string }): Promise<void> {
  const { readPolicy } = await import('../routing/read-policy.js');
  const { printReplayedOrder } = await import('../routing/replay-order.js');
  const policy = readPolicy(options.policy);
  const replayed = await ask(options, 'route.replay', { order: id, shop: options.shop, policy });
  if (options.json) return printJson(replayed);
  if (replayed.decisions.length === 0) return print('the order has no decision to replay');
  printReplayedOrder(replayed);
}
