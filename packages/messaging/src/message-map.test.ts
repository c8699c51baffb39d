import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENTS } from '@hub/contract';
import { allQueues, commandQueue, COMMANDS, eventQueue, messageLabel } from './message-map';

const ROOT = join(__dirname, '..', '..', '..');

describe("a message's facts are stated once: what is listed is declared, named and consumed", () => {
  it('every event that the contract defines is in its list', () => {
    const definitions = sourcesOf('packages/contract/src/events').filter(
      ({ file }) => !file.includes('event-definition'),
    );
    const defined = definitions.flatMap(({ text }) => [
      ...text.matchAll(/defineEvent\(\{\s*name: '([^']+)'/g),
    ]);
    expect(defined.map(([, name]) => name).toSorted()).toEqual(EVENTS.map(({ name }) => name).toSorted());
  });

  it('every message has its queue, so that none is published to nowhere, and its label on the pages', () => {
    const queues = allQueues().map(({ name }) => name);
    for (const { name } of EVENTS) {
      expect(queues).toContain(eventQueue(name).name);
      expect(messageLabel(name)).not.toBeNull();
    }
    for (const command of Object.values(COMMANDS)) {
      expect(queues).toContain(commandQueue(command).name);
      expect(messageLabel(command.type)).not.toBeNull();
    }
  });

  it.each(EVENTS.map(({ name, owner }) => [name, owner]))('%s is consumed by %s', (name, owner) => {
    expect(textOf(owner)).toContain(`event: '${name}'`);
  });

  it.each(Object.entries(COMMANDS).map(([key, { owner }]) => [key, owner]))(
    'COMMANDS.%s is consumed by %s',
    (key, owner) => {
      const text = textOf(owner).replaceAll(/enqueue\w*\(\s*tx,\s*COMMANDS\.\w+/g, '');
      expect(text).toMatch(new RegExp(`COMMANDS\\.${key}\\b`));
    },
  );
});

function textOf(service: string): string {
  return sourcesOf(`services/${service}/src`)
    .map(({ text }) => text)
    .join('\n');
}

function sourcesOf(folder: string): { file: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, folder, file), 'utf8') }));
}
