import { stringify } from 'yaml';
import { alertsPage } from './alerts-page';
import { asGrafana } from './dashboards/dashboard';
import { DASHBOARDS } from './dashboards/dashboards';
import { REAL_PACE } from './pace';
import { alertmanagerConfig } from './routes';
import { ruleGroups, RUNBOOKS } from './rules';
import { BY_DNS, prometheusConfig } from './scrape';

const WRITTEN = '# Written by `npm run docs` from packages/observability: change it there.\n';

/** The generated files, by path in the repository. */
export function documents(): Map<string, string> {
  return new Map([
    ['infra/observability/rules.yml', asYaml(ruleGroups({ pace: REAL_PACE, runbooks: RUNBOOKS }))],
    ['infra/observability/prometheus.yml', asYaml(prometheusConfig(REAL_PACE, BY_DNS))],
    [
      'infra/observability/alertmanager.yml',
      asYaml(alertmanagerConfig({ pace: REAL_PACE, addressOf: (name) => `http://alerts.example/${name}` })),
    ],
    ...DASHBOARDS.map((dashboard): [string, string] => [
      `infra/observability/dashboards/${dashboard.uid}.json`,
      `${JSON.stringify(asGrafana(dashboard), null, 2)}\n`,
    ]),
    ['docs/operators/alerts.md', alertsPage()],
  ]);
}

const asYaml = (value: object): string =>
  WRITTEN + stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
