/**
 * Services may not declare queues where each has its own user: the job that does it declares every shard that one of
 * them uses (record 76).
 */
exports.shardFaults = ({ workloads, code, configOf }) => {
  const shardsOf = (workload) => configOf(workload)?.EVENT_SHARDS ?? 1;
  const declared = workloads.filter(({ program }) => program === 'cli').map(shardsOf);
  const least = Math.min(...declared);
  return workloads
    .filter(({ program }) => code.services.includes(program))
    .filter((workload) => shardsOf(workload) > least)
    .map((workload) => `${workload.name}: uses ${shardsOf(workload)} shards, and the job declares ${least}`);
};
