import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { calculationSteps } from '@hub/support-desk';
import type { Command } from 'commander';
import { CommandFailure } from '../failure';
import { requireShop } from '../find-shop';
import { requireOrder } from '../order/require-order';
import { note, print, printJson } from '../output';
import { readOnly } from '../read-only';
import { explainOrder } from '../routing/explain-order';
import { printDecision } from '../routing/print-decision';
import { readPolicy } from '../routing/read-policy';
import { printReplayedOrder, replayOrder } from '../routing/replay-order';
import { addPolicyCommand } from '../routing/route-policy';
import { orderDataOf, tryOrder, type TriedOrder } from '../routing/try-order';
import { withDatabase } from '../with-database';

const ORDER = "the shop's order id, or an order or line reference of ours";

/** `hub route …`: why orders go where they go (D19), and where they would, without effect; `policy` decides it. */
export function addRouteCommand(program: Command): void {
  const route = program.command('route').description('why orders go where they go, and where they would');
  route
    .command('explain')
    .description(
      'the stored decisions of an order: candidates with their figures, the ranking, who was ruled out',
    )
    .argument('<order>', ORDER)
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .option('--json', 'as JSON')
    .action(explain);
  route
    .command('try')
    .description(
      'decides and prices an order as if its shop sent it now; nothing is stored, reserved or sent',
    )
    .argument('<file>', 'JSON: an order.created event, or its data alone')
    .requiredOption('--shop <slug>', 'the selling shop')
    .option('--json', 'as JSON')
    .action(tryFile);
  route
    .command('replay')
    .description(
      'what another policy would have chosen on the stored figures of an order; nothing is changed',
    )
    .argument('<order>', ORDER)
    .requiredOption('--policy <file>', 'YAML or JSON: band_km, and a version to call it by')
    .option('--shop <slug>', 'the shop, where two use the same order id')
    .option('--json', 'as JSON')
    .action(replay);
  addPolicyCommand(route);
}

async function explain(id: string, options: { shop?: string; json?: boolean }): Promise<void> {
  const order = await withDatabase(async ({ db }) => {
    const found = await requireOrder(db, id, options.shop);
    return readOnly(db, (tx) => explainOrder(tx, found.id));
  });
  if (options.json) return printJson(order);
  if (order.decisions.length === 0) return print(`order ${order.order_id} of ${order.shop} has no decision`);
  for (const decision of order.decisions) {
    print(`order ${order.order_id} of ${order.shop}, decided ${decision.decided_at}`);
    printDecision(decision);
    print('');
  }
}

async function tryFile(file: string, options: { shop: string; json?: boolean }): Promise<void> {
  const data = orderDataOf(readJson(file));
  const tried = await withDatabase(async ({ db }) => {
    const shop = await requireShop(db, options.shop);
    return readOnly(db, (tx) => tryOrder(tx, { shop, data, now: Date.now() }));
  });
  if (tried.outcome === 'refused') process.exitCode = 1;
  if (options.json) printJson(tried);
  else printTried(tried);
}

function printTried(tried: TriedOrder): void {
  switch (tried.outcome) {
    case 'skipped':
      return print('skipped: an order of our own, sent back');
    case 'refused':
      return note(
        `refused: ${tried.refusal.status} ${tried.refusal.code}: ${tried.refusal.message}` +
          (tried.refusal.field === undefined ? '' : ` (${tried.refusal.field})`),
      );
    case 'accepted':
  }
  if (tried.already_stored) note('an order of this id is stored: sent again, it would change nothing');
  if (tried.held_because !== null) note(`it would be held (${tried.held_because}) and not routed`);
  if (tried.decision.lines.length === 0) return print('accepted; no line is on the network');
  printDecision(tried.decision);
  print('');
  for (const [lineItemId, money] of Object.entries(tried.money))
    print(`money of ${lineItemId}: ${calculationSteps(money).join('; ')}`);
}

async function replay(id: string, options: { policy: string; shop?: string; json?: boolean }): Promise<void> {
  const policy = readPolicy(options.policy);
  const replayed = await withDatabase(async ({ db }) => {
    const found = await requireOrder(db, id, options.shop);
    return readOnly(db, (tx) => replayOrder(tx, found.id, policy));
  });
  if (options.json) return printJson(replayed);
  if (replayed.decisions.length === 0) return print('the order has no decision to replay');
  printReplayedOrder(replayed);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailure([`${basename(file)} is not JSON`]);
    throw error;
  }
}
