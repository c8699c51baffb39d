import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { terminalOf } from './terminal';

const never = new AbortController().signal;

describe('a terminal', () => {
  it('asks, and returns what is typed', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const terminal = terminalOf(input, output, () => undefined);
    const typed = terminal.ask({ text: 'Ship it.', expects: 'event' }, never);
    input.write('done\n');
    expect(await typed).toBe('done');
    expect(String(output.read())).toMatch(/→ Ship it\.\n.*Enter where it is done, s to skip/);
    terminal.close();
  });

  it('returns null once the signal ends the question, whether or not something was typed', async () => {
    const input = new PassThrough();
    const terminal = terminalOf(input, new PassThrough(), () => undefined);
    for (const isClosed of [false, true]) {
      if (isClosed) terminal.close();
      const over = new AbortController();
      const typed = terminal.ask({ text: 'Ship it.', expects: 'done' }, over.signal);
      over.abort();
      expect(await typed).toBeNull();
    }
  });

  it('ends the line of a question where the input is no terminal, so that the verdict begins a line', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const terminal = terminalOf(input, output, () => undefined);
    const typed = terminal.ask({ text: 'Is it paid?', expects: 'yes_or_no' }, never);
    input.write('y\n');
    await typed;
    expect(String(output.read())).toMatch(/> \n$/);
    terminal.close();
  });
});
