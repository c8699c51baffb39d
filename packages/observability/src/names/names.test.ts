import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allQueues, queueNames } from '@hub/messaging';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ALERTS } from '../alerts';
import { DASHBOARDS } from '../dashboards/dashboards';
import { documents } from '../documents';
import { ROOT } from '../folder';
import { REAL_PACE } from '../pace';
import { ruleGroups, RUNBOOKS, WATCHDOG } from '../rules';
import { faultsOf, type Known } from './faults-of';
import { readExpression } from './read-expression';
import { knownSeries } from './known-series';

const PAGES = readdirSync(join(ROOT, RUNBOOKS)).map((file) => ({
  file,
  text: readFileSync(join(ROOT, RUNBOOKS, file), 'utf8'),
}));
const panels = DASHBOARDS.flatMap((dashboard) => dashboard.panels.flatMap(({ queries }) => queries));
const rules = ruleGroups({ pace: REAL_PACE, runbooks: RUNBOOKS }).groups.flatMap((group) => group.rules);

let known: Known;
beforeAll(async () => {
  known = { series: await knownSeries(), queues: queueNames(allQueues()) };
});

describe('the names in rules and runbooks exist', () => {
  it('in every rule', () => {
    expect(rules.map(({ expr }) => ({ expr, faults: faultsOf(expr, known) })).filter(isFaulty)).toEqual([]);
  });

  it('in every panel of a dashboard, whose lines are named by existing labels', () => {
    const faulty = panels.map(({ expr }) => ({ expr, faults: faultsOf(expr, known) })).filter(isFaulty);
    expect(faulty).toEqual([]);
    const unknown = panels.filter(({ expr, legend }) =>
      [...legend.matchAll(/\{\{(\w+)\}\}/g)].some(([, label = '']) => !labelsIn(expr).includes(label)),
    );
    expect(unknown).toEqual([]);
  });

  it('and every metric of the hub is in one of them', () => {
    const shown = [...panels, ...rules].flatMap(({ expr }) =>
      readExpression(expr).selectors.map(({ metric }) => metric),
    );
    const hidden = [...known.series.keys()].filter(
      (name) => name.startsWith('hub_') && !shown.includes(name),
    );
    // For a histogram one of its series is enough.
    const bases = new Set(shown.map((name) => name?.replace(HISTOGRAM, '')));
    expect(hidden.filter((name) => !bases.has(name.replace(HISTOGRAM, '')))).toEqual([]);
  });

  it('in every query of a runbook', () => {
    const queries = PAGES.flatMap(({ text }) => [...text.matchAll(/^```promql\n([^`]*)```$/gm)]);
    const faulty = queries.map(([, expr = '']) => ({ expr, faults: faultsOf(expr, known) })).filter(isFaulty);
    expect(queries.length).toBeGreaterThan(20);
    expect(faulty).toEqual([]);
  });

  it.each([
    ['hub_event_answered_total', 'hub_events_answered_total', /no metric/],
    ['hub_outbox_oldest_seconds{shop="a"}', 'hub_outbox_oldest_seconds', /no label shop/],
    ['by (queues)', 'by (queue)', /nothing has a label queues/],
    ['"inventory.order.created"', '"routing.order.created"', /no queue/],
    ['max((', 'max(', /no PromQL/],
  ])('a mistake is found: %s for %s', (slip, right, fault) => {
    const sound =
      'max(hub_outbox_oldest_seconds) + max by (queue) (hub_queue_messages{queue="routing.order.created"}) + sum(hub_events_answered_total) + sum(hub_database_connections{state="waiting"})';
    expect(faultsOf(sound, known)).toEqual([]);
    const faults = faultsOf(sound.replace(right, slip), known).join();
    expect(faults).toMatch(fault);
  });
});

describe('each alert', () => {
  it.each(ALERTS)('$name has a runbook that names it', ({ name, runbook }) => {
    expect(PAGES.find(({ file }) => file === `${runbook}.md`)?.text).toContain(`\`${name}\``);
  });

  it('that a runbook or another alert names exists', () => {
    const names = new Set([...ALERTS.map(({ name }) => name), WATCHDOG]);
    const named = [
      ...PAGES.flatMap(({ text }) => [...text.matchAll(/`(Hub[A-Z]\w+)`/g)].map(([, name = '']) => name)),
      ...ALERTS.flatMap(({ consequenceOf = [], proof }) => [...consequenceOf, ...(proof.also ?? [])]),
    ];
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  it('has a unique name', () => {
    expect(new Set(ALERTS.map(({ name }) => name)).size).toBe(ALERTS.length);
  });
});

it.each([...documents()])('%s matches the code (npm run docs regenerates it)', (path, text) => {
  expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

const HISTOGRAM = /_(bucket|count|sum)$/;

/** Labels that the result of an expression can have: those it groups by, otherwise those of its series. */
function labelsIn(expr: string): string[] {
  const { grouping, selectors } = readExpression(expr);
  if (grouping.length > 0) return grouping;
  return selectors.flatMap(({ metric }) => [...(known.series.get(metric ?? '') ?? [])]);
}

const isFaulty = ({ faults }: { faults: string[] }): boolean => faults.length > 0;
