import type { Alert } from '../alert';
import { ALERTS } from '../alerts';
import { inMinutes, REAL_PACE } from '../pace';
import { ruleGroups, WATCHDOG } from '../rules';
import { HEALTHY } from './healthy';
import type { Flow, Flows } from '../proof';

const WELL_AFTERWARDS_M = 5;

/** A test in promtool's format: series over time, and what fires when. */
interface PromtoolTest {
  name: string;
  interval: string;
  input_series: { series: string; values: string }[];
  alert_rule_test: {
    eval_time: string;
    alertname: string;
    exp_alerts: { exp_labels: Record<string, string> }[];
  }[];
}

/** The duration of a flow, in samples. */
interface Phase {
  flows: Flows;
  samples: number;
}

/** A file of tests, and their rules. */
export interface PromtoolFile {
  rules: ReturnType<typeof ruleGroups>;
  evaluation_interval: string;
  group_eval_order: string[];
  tests: PromtoolTest[];
}

/**
 * Proves for every alert that it fires for its fault, only for it, not for less, and that it ends: at real windows.
 * Rules that a test is not about are left out if they take most of the time.
 */
export function promtoolFiles(): PromtoolFile[] {
  const promises = ALERTS.filter(isOfPromise);
  const causes = ALERTS.filter((alert) => !isOfPromise(alert));
  return [
    file('1m', ruleNames(ALERTS), [whenAllIsWell()]),
    file(
      '1m',
      ruleNames(causes),
      causes.map((alert) => firesAndEnds(alert, causes)),
    ),
    ...causes.map((alert) => file('1m', ruleNames([alert]), staysSilent(alert))),
    ...promises.map((alert) => {
      const itsPromise = promises.filter(({ runbook }) => runbook === alert.runbook);
      // Windows of days are evaluated less often, to save time.
      const every = alert.proof.step ? '12m' : '1m';
      return file(every, ruleNames(itsPromise), [firesAndEnds(alert, itsPromise), ...staysSilent(alert)]);
    }),
  ];
}

const isOfPromise = ({ proof }: Alert): boolean => proof.labels?.['slo'] !== undefined;

/** Names of alerts, and of objectives whose recorded series they read. */
const ruleNames = (alerts: readonly Alert[]): Set<string | undefined> =>
  new Set(alerts.flatMap(({ name, proof }) => [name, proof.labels?.['slo']]));

function file(
  evaluation_interval: string,
  names: Set<string | undefined>,
  tests: PromtoolTest[],
): PromtoolFile {
  const { groups } = ruleGroups({ pace: REAL_PACE, runbooks: '' });
  const rules = groups.map((group) => ({
    ...group,
    rules: group.rules.flatMap((rule): typeof group.rules => {
      if ('record' in rule) return names.has(rule.labels['slo']) ? [rule] : [];
      // Its text does not matter here.
      return names.has(rule.alert) || rule.alert === WATCHDOG ? [{ ...rule, annotations: {} }] : [];
    }),
  }));
  // Otherwise in any order: recorded series would at times be read one evaluation late.
  const group_eval_order = groups.map(({ name }) => name);
  return { rules: { groups: rules }, evaluation_interval, group_eval_order, tests };
}

function whenAllIsWell(): PromtoolTest {
  const alert_rule_test = [
    ...ALERTS.map(({ name }) => silent(name, 45)),
    fires(WATCHDOG, 45, { severity: 'none' }),
  ];
  return {
    name: 'nothing is wrong',
    interval: '1m',
    input_series: series([{ flows: {}, samples: 46 }], { fault: {}, step: 1 }),
    alert_rule_test,
  };
}

function firesAndEnds(alert: Alert, judged: readonly Alert[]): PromtoolTest {
  const { proof } = alert;
  const step = inMinutes(proof.step ?? '1m');
  const holds = inMinutes(alert.for);
  const lead = inMinutes(proof.lead ?? '5m');
  const firesAt = lead + (proof.firesAfter ? inMinutes(proof.firesAfter) : holds + 2);
  const faultEnds = firesAt + 2 * step;
  const endsAt = faultEnds + inMinutes(proof.endsAfter ?? `${WELL_AFTERWARDS_M}m`);
  const labels = { severity: alert.severity, ...proof.labels };
  const others = judged.filter(({ name }) => name !== alert.name && !proof.also?.includes(name));
  return {
    name: `${alert.name}: fires for its fault, alone, and ends`,
    interval: `${step}m`,
    input_series: series(
      [
        { flows: {}, samples: lead / step },
        { flows: proof.fault, samples: (faultEnds - lead) / step },
        { flows: {}, samples: (endsAt - faultEnds) / step + 1 },
      ],
      { fault: proof.fault, step },
    ),
    alert_rule_test: [
      silent(alert.name, Math.max(0, firesAt - holds - 4)),
      fires(alert.name, firesAt, labels),
      ...others.map(({ name }) => silent(name, firesAt)),
      silent(alert.name, endsAt),
    ],
  };
}

function staysSilent(alert: Alert): PromtoolTest[] {
  const { proof } = alert;
  const step = inMinutes(proof.step ?? '1m');
  const lead = inMinutes(proof.lead ?? '5m');
  const until = lead + (proof.firesAfter ? inMinutes(proof.firesAfter) : inMinutes(alert.for) + 2) + 12;
  return proof.below.map((flows, index) => ({
    name: `${alert.name}: is silent where it is just not so (${index + 1})`,
    interval: `${step}m`,
    input_series: series(
      [
        { flows: {}, samples: lead / step },
        { flows, samples: (until - lead) / step + 1 },
      ],
      { fault: flows, step },
    ),
    alert_rule_test: [until - 12, until].map((at) => silent(alert.name, at)),
  }));
}

const silent = (alertname: string, minutes: number) => ({
  eval_time: `${minutes}m`,
  alertname,
  exp_alerts: [],
});
const fires = (alertname: string, minutes: number, exp_labels: Record<string, string>) => ({
  eval_time: `${minutes}m`,
  alertname,
  exp_alerts: [{ exp_labels }],
});

/** Every series of a healthy system, and those of the fault. */
function series(
  phases: readonly Phase[],
  { fault, step }: { fault: Flows; step: number },
): PromtoolTest['input_series'] {
  return [...new Set([...Object.keys(HEALTHY), ...Object.keys(fault)])].map((name) => {
    const flows = phases.map((phase) => ({
      flow: phase.flows[name] ?? HEALTHY[name] ?? 'absent',
      samples: phase.samples,
    }));
    return { series: name, values: valuesOf(flows, step) };
  });
}

/** In promtool's notation: `7+0x3` is four times 7, `1+2x3` is 1 3 5 7. A counter continues from its last value. */
function valuesOf(phases: readonly { flow: Flow; samples: number }[], step: number): string {
  let [counter, passed] = [0, 0];
  return phases
    .filter(({ samples }) => samples > 0)
    .map(({ flow, samples }) => {
      const [begins, before] = [counter, passed];
      passed += samples;
      if (flow === 'absent') return before === 0 ? `_x${samples}` : `stale _x${samples - 1}`;
      if (flow === 'clock') return `${before * step * 60}+${step * 60}x${samples - 1}`;
      if ('level' in flow) return `${flow.level}+0x${samples - 1}`;
      counter += flow.perMinute * step * samples;
      return `${begins}+${flow.perMinute * step}x${samples - 1}`;
    })
    .join(' ');
}
