import type { Alert } from './alert';
import { ALERTS } from './alerts';
import type { Pace } from './pace';
import { WATCHDOG } from './rules';

/** The receivers of alerts. Their addresses are specific to each installation. */
export const RECEIVERS = ['page', 'ticket', 'dead-mans-switch'] as const;
type Receiver = (typeof RECEIVERS)[number];

interface InhibitRule {
  source_matchers: string[];
  target_matchers: string[];
  equal?: string[];
}

/**
 * The Alertmanager configuration: pages and tickets go different ways, the watchdog goes to a receiver that pages when
 * it falls silent, and a firing cause suppresses its consequences.
 * @param given.addressOf the webhook address of a receiver
 */
export function alertmanagerConfig({
  pace,
  addressOf,
}: {
  pace: Pace;
  addressOf: (receiver: Receiver) => string;
}) {
  const way = (
    receiver: Receiver,
    matcher: string,
    times: { group_wait: string; repeat_interval: string },
  ) => ({
    matchers: [matcher],
    receiver,
    ...times,
  });
  return {
    route: {
      // A missing severity is a mistake: it shows where people look every day.
      receiver: 'ticket',
      group_by: ['alertname'],
      group_wait: pace.span('30s'),
      group_interval: pace.span('5m'),
      repeat_interval: pace.span('24h'),
      routes: [
        {
          ...way('dead-mans-switch', `alertname="${WATCHDOG}"`, {
            group_wait: '0s',
            repeat_interval: pace.span('5m'),
          }),
          group_interval: pace.span('1m'),
        },
        way('page', 'severity="page"', { group_wait: pace.span('30s'), repeat_interval: pace.span('1h') }),
        way('ticket', 'severity="ticket"', {
          group_wait: pace.span('5m'),
          repeat_interval: pace.span('24h'),
        }),
      ],
    },
    inhibit_rules: ALERTS.flatMap(keptBack),
    receivers: RECEIVERS.map((name) => ({
      name,
      webhook_configs: [{ url: addressOf(name), send_resolved: name !== 'dead-mans-switch' }],
    })),
  };
}

/** A consequence about a job is suppressed only by causes of that job. */
function keptBack({ name, consequenceOf = [], proof }: Alert): InhibitRule[] {
  if (consequenceOf.length === 0) return [];
  const inhibit = {
    source_matchers: [`alertname=~"${consequenceOf.join('|')}"`],
    target_matchers: [`alertname="${name}"`],
  };
  return [proof.labels?.['job'] === undefined ? inhibit : { ...inhibit, equal: ['job'] }];
}
