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
import { ClockAlerts } from './clocks/clock-alerts';
import type { SupportConfig } from './config';
import { handleDeadLetter } from './dead-letters/handle-dead-letter';
import { bulkRuns } from './sweeps/bulk-runs';
import { unhurriedCases } from './sweeps/cases';
import { figures, ordersAtRisk } from './sweeps/figures';
import { figuresByTheHour } from './sweeps/figures-by-the-hour';
import { forgottenReplays } from './sweeps/forgotten-replays';
import { labRuns } from './sweeps/lab-runs';
import { recoveredAlerts } from './sweeps/recovered-alerts';
import { calledReplays, recovered } from './sweeps/recovered';
import { stockSamples } from './sweeps/stock-samples';
import { unreadableBodies } from './sweeps/unreadable-bodies';
import { shopMailerOf } from './shop-mails/shop-mailer-of';
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
    sweeps: [
      bulkRuns,
      labRuns,
      forgottenReplays,
      calledReplays,
      recovered,
      recoveredAlerts,
      figures,
      ordersAtRisk,
      unhurriedCases(clock),
      figuresByTheHour,
      stockSamples,
      unreadableBodies(config),
      ...retention(config),
      encryptOlderBodies(cipher),
    ],
    components: [
      depths,
      new ClockAlerts({ db, logger }),
      new RunsByEffect({ db, cipher, forecasts, logger, clock, database }),
      ...shopMailerOf({ db, logger, clock, config }),
      ...channelsOf(config).map(
        (channel) => new CaseNotifier({ db, logger, clock, channel, deskUrl: config.SUPPORT_URL }),
      ),
    ],
  };
}
