const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { readCompose, readEnvFile } = require('../compose/read-compose');
const { objectsOf, renderedFile } = require('../kubernetes/checks/rendered');
const { documentedLines } = require('./documented-lines');
const { lineFaults } = require('./line-faults');

const ROOT = join(__dirname, '..', '..');
const read = (...path) => readFileSync(join(ROOT, ...path), 'utf8');
const facts = {
  compose: readCompose(read('docker-compose.yml'), readEnvFile(read('infra', 'desk.env'))),
  exists: (path) => existsSync(join(ROOT, path)),
  objects: objectsOf(readFileSync(renderedFile('production'), 'utf8')),
};

describe('what the documents have an operator run', () => {
  const lines = documentedLines(ROOT);

  it.each(lines)('$page: $line', ({ line }) => {
    expect(lineFaults(line, facts)).toEqual([]);
  });

  it('is found in sentences and in fences', () => {
    const pages = new Set(lines.map(({ page }) => page));
    expect([...pages]).toEqual(
      expect.arrayContaining([
        'docs/operators/backup.md',
        'docs/operators/commands.md',
        'docs/operators/deploy.md',
      ]),
    );
    expect(lines.length).toBeGreaterThan(10);
  });
});

describe('a line that names what is not there', () => {
  it.each([
    ['docker compose --env-file infra/desks.env run hub database status', /no file infra\/desks.env/],
    ['docker compose --profile systems up -d', /no profile systems/],
    ['docker compose up --built', /Unknown option/],
    ['docker compose run --no-dep hub database status', /no option no-dep/],
    ['docker compose exec router node', /no service router/],
    [`docker compose exec routing node -e "fetch('http://127.0.0.1:9001/health')"`, /no health at 9001/],
    ['docker compose restart', /no trial knows/],
    ['kubectl delete job hub-migration', /no job hub-migration/],
    ['kubectl delete jobs hub-migrate', /no jobs in the manifests/],
    ['kubectl scale deployment --replicas=0', /of what/],
    ['kubectl annotate scaledobject --all paused=0', /no scaledobject paused=0|nothing reads/],
    ['kubectl drain node-1', /no trial knows/],
  ])('%s', (line, fault) => {
    expect(faultOf(line)).toMatch(fault);
  });
});

function faultOf(line) {
  try {
    return lineFaults(line, facts).join('; ');
  } catch (error) {
    return error.message;
  }
}
