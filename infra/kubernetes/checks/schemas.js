/** Where the schema of each kind is. */
const modules = {
  v1: () => require('kubernetes-models/v1'),
  'apps/v1': () => require('kubernetes-models/apps/v1'),
  'batch/v1': () => require('kubernetes-models/batch/v1'),
  'policy/v1': () => require('kubernetes-models/policy/v1'),
  'autoscaling/v2': () => require('kubernetes-models/autoscaling/v2'),
  'networking.k8s.io/v1': () => require('kubernetes-models/networking.k8s.io/v1'),
  'keda.sh/v1alpha1': () => require('@kubernetes-models/keda/keda.sh/v1alpha1'),
};

/** What is no object of Kubernetes or KEDA: a missing, wrong or unknown field. */
exports.schemaFaults = (objects) =>
  objects.flatMap((object) => {
    const name = `${object.kind} ${object.metadata?.name}`;
    const Model = modules[object.apiVersion]?.()[object.kind];
    if (!Model) return [`${name}: no such kind in ${object.apiVersion}`];
    const read = new Set();
    try {
      Model.prototype.validate.call(watched(object, { read, path: '' }));
    } catch (error) {
      return [`${name}: ${error.message}`];
    }
    return fieldsOf(object, '')
      .filter((path) => !read.has(path))
      .map((path) => `${name}: unknown field ${path}`);
  });

/** Validation reads the fields that the schema has: Kubernetes does not know a field that it never reads. */
function watched(value, { read, path }) {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const at = `${path}/${String(key)}`;
      if (Object.hasOwn(target, key)) read.add(at);
      return watched(target[key], { read, path: at });
    },
  });
}

/** Only of objects: nothing below a value that may be anything is read. */
function fieldsOf(value, path) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [`${path}/${key}`]),
    ...fieldsOf(inner, `${path}/${key}`),
  ]);
}
