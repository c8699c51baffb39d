import { deadLetterConsumer, type Subscriptions, type WorkerContext } from '@hub/messaging';
import { CaseNotifier } from './cases-out/case-notifier';
import { channelsOf } from './cases-out/channels';
import type { SupportConfig } from './config';
import { handleDeadLetter } from './dead-letters/handle-dead-letter';
import { bulkRuns } from './passes/bulk-runs';
import { cases } from './passes/cases';
import { figures } from './passes/figures';
import { figuresByTheHour } from './passes/figures-by-the-hour';
import { forgottenReplays } from './passes/forgotten-replays';
import { labRuns } from './passes/lab-runs';
import { mendedAlerts } from './passes/mended-alerts';
import { recovered } from './passes/recovered';
import { unreadableBodies } from './passes/unreadable-bodies';
import { encryptOlderBodies } from './retention/encrypt-older-bodies';
import { retention } from './retention/retention';

/** Support's work in the background: dead letters in, cases out, and what has had its time is pruned. */
export function subscriptions({
  config,
  db,
  logger,
  clock,
  cipher,
}: WorkerContext<SupportConfig>): Subscriptions {
  return {
    consumers: [deadLetterConsumer(handleDeadLetter(cipher))],
    passes: [
      bulkRuns,
      labRuns,
      forgottenReplays,
      recovered,
      mendedAlerts,
      figures,
      cases,
      figuresByTheHour,
      unreadableBodies(config),
      ...retention,
      encryptOlderBodies(cipher),
    ],
    parts: channelsOf(config).map(
      (channel) => new CaseNotifier({ db, logger, clock, channel, deskUrl: config.SUPPORT_URL }),
    ),
  };
}
