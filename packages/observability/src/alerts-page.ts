import { ALERTS } from './alerts';
import { WATCHDOG } from './rules';

const SEVERITIES = { page: 'page', ticket: 'ticket' };

/** `docs/operators/alerts.md`: every alert, its receiver, and its runbook. */
export function alertsPage(): string {
  const rows = ALERTS.map(({ name, severity, for: holds, runbook, consequenceOf = [] }) =>
    row([
      `\`${name}\``,
      SEVERITIES[severity],
      holds,
      `[${runbook}](runbooks/${runbook}.md)`,
      consequenceOf.join(', '),
    ]),
  );
  return [
    '# Alerts',
    '',
    '<!-- Written by `npm run docs` from packages/observability: change it there. -->',
    '',
    'A page wakes a person. A ticket waits for the working day. An alert is not sent while one of the alerts in its last column',
    'fires, because that one is the cause. The first six watch the [promises](slos.md). The expressions are in',
    '`infra/observability/rules.yml`.',
    '',
    row(['alert', 'severity', 'after', 'runbook', 'not sent while']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
    row([`\`${WATCHDOG}\``, 'always', '', '[watchdog](runbooks/watchdog.md)', '']),
    '',
  ].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
