import type { Alert } from './alert';
import { ALERTS } from './alerts';
import { recordings, WINDOWS, type Recording } from './burn-rates';
import type { Duration, Pace } from './pace';

export const WATCHDOG = 'HubWatchdog';
export const RUNBOOKS = 'docs/operators/runbooks';

interface AlertingRule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface RuleGroup {
  name: string;
  interval: string;
  rules: (Recording | AlertingRule)[];
}

/**
 * The rules in Prometheus' format.
 * @param given.runbooks where the runbooks are: an address, or the folder of this repository
 */
export function ruleGroups({ pace, runbooks }: { pace: Pace; runbooks: string }): { groups: RuleGroup[] } {
  const group = (name: string, interval: Duration, rules: RuleGroup['rules']) => ({
    name,
    interval: pace.span(interval),
    rules,
  });
  return {
    groups: [
      group('hub promises, often', '30s', recordings(WINDOWS.often, pace)),
      group('hub promises, rarely', '2m', recordings(WINDOWS.rarely, pace)),
      group('hub alerts', '30s', [
        watchdog(runbooks),
        ...ALERTS.map((alert) => asRule(alert, pace, runbooks)),
      ]),
    ],
  };
}

/** Always fires: when it stops arriving, no other alert would arrive either. */
const watchdog = (runbooks: string): AlertingRule => ({
  alert: WATCHDOG,
  expr: 'vector(1)',
  labels: { severity: 'none' },
  annotations: {
    summary: 'Alerts go from Prometheus to people.',
    runbook_url: `${runbooks}/watchdog.md`,
  },
});

function asRule(alert: Alert, pace: Pace, runbooks: string): AlertingRule {
  return {
    alert: alert.name,
    expr: alert.expr(pace),
    for: pace.span(alert.for),
    labels: { severity: alert.severity },
    annotations: { summary: alert.summary, runbook_url: `${runbooks}/${alert.runbook}.md` },
  };
}
