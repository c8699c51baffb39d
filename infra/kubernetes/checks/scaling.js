const { find } = require('./workloads');

/** Whatever scales a Deployment is alone in it; where KEDA does, every queue of the message map is counted, once. */
exports.scalingFaults = ({ objects, code }) => {
  const scalers = objects.filter(({ kind }) => ['ScaledObject', 'HorizontalPodAutoscaler'].includes(kind));
  const scaled = objects.filter(({ kind }) => kind === 'ScaledObject');
  return [
    ...scalers.flatMap((scaler) => scalerFaults(scaler, { objects, scalers })),
    ...scaled.flatMap((object) => triggerFaults(object, { objects, code })),
    ...(scaled.length === 0 ? [] : uncounted(scaled, code.queues)),
  ];
};

function scalerFaults({ kind, metadata, spec }, { objects, scalers }) {
  const name = `${kind} ${metadata.name}`;
  const target = find(objects, 'Deployment', spec.scaleTargetRef.name);
  const least = spec.minReplicaCount ?? spec.minReplicas ?? 0;
  const most = spec.maxReplicaCount ?? spec.maxReplicas;
  const rivals = scalers.filter((other) => other.spec.scaleTargetRef.name === spec.scaleTargetRef.name);
  return [
    !target && `${name}: scales no Deployment`,
    target?.spec.replicas !== undefined && `${name}: its Deployment says how many copies there are, too`,
    rivals.length > 1 && `${name}: is not alone`,
    !(least >= 1 && least < most) && `${name}: from ${least} to ${most} copies`,
  ].filter(Boolean);
}

function triggerFaults({ metadata, spec }, { objects, code }) {
  const worker = spec.scaleTargetRef.name.replace(/^hub-/, '');
  return spec.triggers.flatMap(({ type, metadata: trigger, authenticationRef }) => {
    const queue = trigger.queueName;
    return [
      !code.queues.includes(queue) && `there is no queue ${queue}`,
      !queue?.startsWith(`${worker}.`) && `${queue} is another worker's`,
      (type !== 'rabbitmq' || trigger.protocol !== 'http') && `${queue}: messages in flight are not counted`,
      (trigger.mode !== 'QueueLength' || !(Number(trigger.value) > 0)) && `${queue}: not by its length`,
      !find(objects, 'TriggerAuthentication', authenticationRef?.name) && `${queue}: KEDA may not ask for it`,
    ]
      .filter(Boolean)
      .map((fault) => `ScaledObject ${metadata.name}: ${fault}`);
  });
}

function uncounted(scaled, queues) {
  const counted = scaled.flatMap(({ spec }) => spec.triggers.map(({ metadata }) => metadata.queueName));
  return queues
    .map((queue) => ({ queue, times: counted.filter((name) => name === queue).length }))
    .filter(({ times }) => times !== 1)
    .map(({ queue, times }) => `queue ${queue} is counted ${times} times`);
}
