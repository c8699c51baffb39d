import type { Cluster } from './cluster';

/** What no rollout may do: leave too few copies, start too many, kill what does not end, end what was sent no stop signal. */
export function judgeRollout({ workloads, endings }: Pick<Cluster, 'workloads' | 'endings'>): string[] {
  const wrongCounts = [...workloads.values()].flatMap(({ deployment: { name, strategy }, extremes }) => {
    const { available = 0, total = 0 } = extremes ?? {};
    return [
      ...(available < strategy.copies - strategy.maxUnavailable
        ? [`${name}: ${available} of ${strategy.copies} copies were available`]
        : []),
      ...(total > strategy.copies + strategy.maxSurge
        ? [`${name}: ${total} copies for ${strategy.copies}`]
        : []),
    ];
  });
  const wrongEnds = endings
    .filter(({ asked, code }) => !asked || code !== 0)
    .map(
      ({ pod, asked, code }) => `${pod} ended ${asked ? 'as asked' : 'unasked'} with ${code ?? 'a signal'}`,
    );
  return [...wrongCounts, ...wrongEnds];
}
