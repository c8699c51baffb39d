/** Every pod there will be: a Deployment's or a Job's, with its program by the name of its image. */
exports.workloadsOf = (objects) =>
  objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((object) => {
      const { metadata, spec } = object.spec.template;
      const [container] = spec.containers;
      const [, program, tag] =
        /^(?:.*\/)?hub-network\/([a-z]+)(?:[:@](.+))?$/.exec(container.image ?? '') ?? [];
      const name = `${object.kind} ${object.metadata.name}`;
      return { name, object, program, tag, container, pod: spec, labels: metadata?.labels ?? {} };
    });

/** The object of that kind and name. */
exports.find = (objects, kind, name) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);

/** Whether a selector picks these labels. */
exports.picks = (selector, labels) =>
  Object.entries(selector?.matchLabels ?? {}).every(([label, value]) => labels[label] === value);

/** The minimum number of copies: of its autoscaler, else of the Deployment. */
exports.leastCopies = (objects, { metadata, spec }) => {
  const scaler = scalerOf(objects, metadata.name);
  return scaler?.spec.minReplicaCount ?? scaler?.spec.minReplicas ?? spec.replicas ?? 1;
};

const scalerOf = (objects, name) =>
  objects.find(
    ({ kind, spec }) =>
      ['ScaledObject', 'HorizontalPodAutoscaler'].includes(kind) && spec.scaleTargetRef.name === name,
  );
