const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { sourceFiles } = require('./checks/source-files');

const ROOT = join(__dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'operators', 'metrics.md'), 'utf8');

/** A metric as it is defined: `counter({ name: 'hub_…', help: '…', labelNames: […] })`. */
const DEFINITION =
  /\b(counter|gauge|histogram)\(\{\s*name: '(hub_\w+)',\s*help:\s*'[^']*',(?:\s*labelNames: \[([^\]]*)\],)?/g;

/** Of each label there are as many values as the code knows, however many shops and orders there are. */
const LABELS = [
  'channel',
  'code',
  'event',
  'kind',
  'node',
  'operation',
  'origin',
  'outcome',
  'part',
  'pass',
  'queue',
  'reason',
  'service',
  'settlement',
  'situation',
  'state',
  'status',
  'store',
  'version',
  'what',
  'why',
  'write',
];

const sources = ['packages', 'services']
  .flatMap((folder) => sourceFiles(join(ROOT, folder), { ending: /\.tsx?$/, without: ['test'] }))
  .filter((path) => !path.includes('.test.'))
  .map((path) => readFileSync(path, 'utf8'));
const metrics = sources
  .flatMap((text) => [...text.matchAll(DEFINITION)])
  .map(([, type, name, labels = '']) => ({
    type,
    name,
    labels: [...labels.matchAll(/'(\w+)'/g)].map(([, label]) => label),
  }));
const named = new Set(
  sources.flatMap((text) => [...text.matchAll(/name: '(hub_\w+)'/g)].map(([, name]) => name)),
);

describe('what a process shows of itself at /metrics', () => {
  it('is found by this test', () => {
    expect(metrics.map(({ name }) => name).toSorted()).toEqual([...named].toSorted());
    expect(metrics.length).toBeGreaterThan(20);
  });

  it.each(metrics)('$name has no label that grows with shops or orders', ({ labels }) => {
    expect(labels.filter((label) => !LABELS.includes(label))).toEqual([]);
  });

  it('is what the page for operators lists, with its labels', () => {
    const rows = [...PAGE.matchAll(/^\| `(hub_\w+)`\s*\| (\w+)\s*\| ([^|]*)\|/gm)].map(
      ([, name, type, labels]) => ({
        type,
        name,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
      }),
    );
    const byName = (one, other) => one.name.localeCompare(other.name);
    expect(rows.toSorted(byName)).toEqual(metrics.toSorted(byName));
  });
});
