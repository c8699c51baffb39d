import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '@hub/contract/documents';
import { repositoryRoot } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asSamples } from './support/as-samples';
import { captureExamples } from './support/capture-examples';
import { openWorld, type World } from './support/open-world';

const EXAMPLES_FILE = join(repositoryRoot(), 'packages/contract/src/documents/examples.json');

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

describe('the examples of the contract’s documents', () => {
  it('are what stores and service really send each other (UPDATE_EXAMPLES=1 writes them again)', async () => {
    const captured = asSamples(await captureExamples(world));
    const written = process.env['UPDATE_EXAMPLES'] === '1' ? write(captured) : EXAMPLES;
    // As text: the order of the fields is part of what goes over the wire.
    expect(JSON.stringify(captured, null, 2)).toBe(JSON.stringify(written, null, 2));
  }, 60_000);
});

function write<T>(examples: T): T {
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
  return examples;
}
