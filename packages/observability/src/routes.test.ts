import { describe, expect, it } from '@jest/globals';
import { ALERTS } from './alerts';
import { REAL_PACE } from './pace';
import { alertmanagerConfig, RECEIVERS } from './routes';
import { ruleGroups, WATCHDOG } from './rules';

const config = alertmanagerConfig({ pace: REAL_PACE, addressOf: (name) => `http://alerts.example/${name}` });
const labelsOf = new Map(
  ruleGroups({ pace: REAL_PACE, runbooks: '' }).groups.flatMap(({ rules }) =>
    rules.flatMap((rule) =>
      'alert' in rule ? [[rule.alert, { ...rule.labels, alertname: rule.alert }] as const] : [],
    ),
  ),
);

/** The first route whose matchers all hold, as Alertmanager evaluates them. */
function receiverOf(labels: Record<string, string>): string {
  const matches = (matcher: string) => {
    const [, label = '', value] = /^(\w+)="([^"]*)"$/.exec(matcher) ?? [];
    return labels[label] === value;
  };
  return (
    config.route.routes.find(({ matchers }) => matchers.every(matches))?.receiver ?? config.route.receiver
  );
}

describe('the route of an alert', () => {
  it.each(ALERTS)('$name reaches the receiver of its severity', ({ name, severity }) => {
    expect(receiverOf(labelsOf.get(name) ?? {})).toBe(severity);
  });

  it('the watchdog goes to the receiver that notices its silence, more often than that one waits', () => {
    expect(receiverOf(labelsOf.get(WATCHDOG) ?? {})).toBe('dead-mans-switch');
  });

  it('every receiver exists', () => {
    const named = [config.route.receiver, ...config.route.routes.map(({ receiver }) => receiver)];
    expect([...new Set(named)].toSorted()).toEqual([...RECEIVERS].toSorted());
    expect(config.receivers.map(({ name }) => name)).toEqual([...RECEIVERS]);
  });

  it('no alert suppresses its own cause: of any two that fire at least one is sent', () => {
    const causes = new Map(ALERTS.map(({ name, consequenceOf = [] }) => [name, consequenceOf]));
    const above = (name: string, seen: readonly string[] = []): string[] =>
      seen.includes(name)
        ? [name]
        : (causes.get(name) ?? []).flatMap((cause) => [cause, ...above(cause, [...seen, name])]);
    expect(ALERTS.filter(({ name }) => above(name).includes(name))).toEqual([]);
  });

  it('a consequence in one job is not suppressed by a cause in another, if both name their job', () => {
    const jobs = new Set(ALERTS.filter(({ proof }) => proof.labels?.['job']).map(({ name }) => name));
    for (const { name, consequenceOf = [] } of ALERTS.filter((alert) => jobs.has(alert.name)))
      expect({ name, without: consequenceOf.filter((cause) => !jobs.has(cause)) }).toEqual({
        name,
        without: [],
      });
  });
});
