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
    'A page wakes a person, a ticket waits for the working day. While an alert of the last column fires, none is sent of its',
    'consequences. [What is promised](slos.md) says what the first six are about. The expressions stand in',
    '`infra/observability/rules.yml`.',
    '',
    row(['alert', 'severity', 'after', 'runbook', 'not heard while']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
    row([`\`${WATCHDOG}\``, 'always', '', '[watchdog](runbooks/watchdog.md)', '']),
    '',
  ].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
