import type { Evidence } from './evidence';

/** What came back is registered at its selling shop, once. */
export function judgeReturns({ journal, stores }: Evidence): string[] {
  const registered = new Map<string, number>();
  for (const { returns } of stores)
    for (const { lineId } of returns.flatMap(({ lines }) => lines))
      registered.set(lineId, (registered.get(lineId) ?? 0) + 1);
  const lineIds = new Map(
    journal.sales.flatMap(({ lines }) => lines.map(({ title, lineId }) => [title, lineId])),
  );
  const due = new Set(journal.returned.map((title) => lineIds.get(title) ?? title));
  const faults = [...due].flatMap((lineId) => {
    const times = registered.get(lineId) ?? 0;
    return times === 1 ? [] : [`the return of line ${lineId} was registered ${times} times`];
  });
  const undue = [...registered.keys()].filter((lineId) => !due.has(lineId));
  return [
    ...faults,
    ...undue.map((lineId) => `a return of line ${lineId} was registered, and nothing came back`),
  ];
}
