const { egressFaults } = require('./egress');
const { environmentFaults, environmentOf } = require('./environment');
const { podFaults, stopFaults } = require('./pods');
const { reachabilityFaults } = require('./reachability');
const { scalingFaults } = require('./scaling');
const { schemaFaults } = require('./schemas');
const { workloadsOf } = require('./workloads');

/**
 * What is wrong with rendered manifests, compared with the code that they run.
 *
 * @param {object[]} objects of Kubernetes and KEDA
 * @param {ReturnType<typeof import('./code-facts').readCode>} code
 * @returns {string[]}
 */
exports.manifestFaults = (objects, code) => {
  const wrongKinds = schemaFaults(objects);
  // What is no object of its kind cannot be checked further.
  if (wrongKinds.length > 0) return wrongKinds;
  const workloads = workloadsOf(objects);
  const configOf = (workload) =>
    code.programs.get(workload.program)?.read(environmentOf(workload, { objects, code }).env).config;
  const given = { objects, workloads, code, configOf };
  return [podFaults, stopFaults, environmentFaults, reachabilityFaults, egressFaults, scalingFaults].flatMap(
    (rule) => rule(given),
  );
};
