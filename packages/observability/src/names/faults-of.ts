import { readExpression } from './read-expression';

/** All names that an expression may use. */
export interface Known {
  /** Series, with their labels. */
  series: ReadonlyMap<string, readonly string[]>;
  queues: readonly string[];
}

/** Names in an expression that do not exist: a rule with one would never fire, and a panel stay empty. */
export function faultsOf(expression: string, { series, queues }: Known): string[] {
  const { selectors, grouping, faulty } = readExpression(expression);
  const faults = faulty ? ['no PromQL'] : [];
  const labels = new Set(['__name__']);
  for (const { metric, matchers } of selectors) {
    const own = metric === null ? ['job', 'instance'] : series.get(metric);
    if (!own) faults.push(`no metric ${metric}`);
    for (const label of own ?? []) labels.add(label);
    for (const { label, value } of matchers) {
      if (own && !own.includes(label)) faults.push(`${metric} has no label ${label}`);
      if (label === 'queue' && !queues.some((queue) => matches(queue, value)))
        faults.push(`no queue ${value}`);
    }
  }
  return [
    ...faults,
    ...grouping.filter((label) => !labels.has(label)).map((label) => `nothing has a label ${label}`),
  ];
}

const matches = (queue: string, value: string): boolean =>
  new RegExp(`^(?:${value.replaceAll('\\\\', '\\')})$`).test(queue);
