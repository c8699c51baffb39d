import {
  allQueues,
  deadLetterConsumer,
  QueueDepths,
  queueNames,
  type Forecasts,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { RunsByEffect } from './bulk-runs/runs-by-effect';
import { CaseNotifier } from './cases-out/case-notifier';
import { channelsOf } from './cases-out/channels';
import type { SupportConfig } from './config';
import { handleDeadLetter } from './dead-letters/handle-dead-letter';
import { bulkRuns } from './passes/bulk-runs';
import { unhurriedCases } from './passes/cases';
import { figures, ordersAtRisk } from './passes/figures';
import { figuresByTheHour } from './passes/figures-by-the-hour';
import { forgottenReplays } from './passes/forgotten-replays';
import { labRuns } from './passes/lab-runs';
import { mendedAlerts } from './passes/mended-alerts';
import { recovered } from './passes/recovered';
import { stockSamples } from './passes/stock-samples';
import { unreadableBodies } from './passes/unreadable-bodies';
import { encryptOlderBodies } from './retention/encrypt-older-bodies';
import { retention } from './retention/retention';

const DEPTHS_EVERY_MS = 15_000;

/** Support's background work: storing failed messages, sending notifications of cases, and pruning expired rows. */
export function subscriptions(
  { config, db, logger, clock, cipher, broker, database }: WorkerContext<SupportConfig>,
  forecasts: Forecasts,
): Subscriptions {
  const depths = new QueueDepths(queueNames(allQueues()), { everyMs: DEPTHS_EVERY_MS, logger });
  broker.register(depths);
  return {
    consumers: [deadLetterConsumer(handleDeadLetter(cipher))],
    passes: [
      bulkRuns,
      labRuns,
      forgottenReplays,
      recovered,
      mendedAlerts,
      figures,
      ordersAtRisk,
      unhurriedCases(clock),
      figuresByTheHour,
      stockSamples,
      unreadableBodies(config),
      ...retention,
      encryptOlderBodies(cipher),
    ],
    parts: [
      depths,
      new RunsByEffect({ db, cipher, forecasts, logger, clock, database }),
      ...channelsOf(config).map(
        (channel) => new CaseNotifier({ db, logger, clock, channel, deskUrl: config.SUPPORT_URL }),
      ),
    ],
  };
}
