import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repositoryRoot, temporaryFolder } from '@hub/testing';
import { transformSync } from '@swc/core';

const PAGE = join(repositoryRoot(), 'docs', 'integrators', 'getting-started.md');
const PROGRAMS = { sh: 'sh', ts: process.execPath, py: 'python3' };

/** Runs a block of code of the page "Getting started", found by its file name, as it stands. Throws where there is none. */
export class Snippet {
  private constructor(private readonly child: ChildProcess) {}

  static start(name: string, env: NodeJS.ProcessEnv): Snippet {
    const folder = temporaryFolder('guide');
    const file = writeSnippet(name, folder.file(name.replace(/\.ts$/, '.mjs')));
    const program = Object.entries(PROGRAMS).find(([ending]) => name.endsWith(`.${ending}`))?.[1];
    if (program === undefined) throw new Error(`${name}: no program runs it`);
    const child = spawn(program, [file], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' });
    child.once('exit', () => folder.remove());
    return new Snippet(child);
  }

  /** What it printed, once it has ended. */
  async output(): Promise<string> {
    const { stdout, stderr } = this.child;
    if (!stdout || !stderr) throw new Error('nothing is printed');
    const [printed, complaints] = await Promise.all([text(stdout), text(stderr)]);
    return printed.trim() || complaints.trim();
  }

  /** Waits until it says that it listens. */
  async listening(): Promise<void> {
    const { stdout, stderr } = this.child;
    stderr?.resume();
    if (stdout) await once(stdout, 'data');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}

function writeSnippet(name: string, file: string): string {
  const source = snippetOf(name);
  writeFileSync(file, name.endsWith('.ts') ? asJavaScript(source) : source);
  return file;
}

function snippetOf(name: string): string {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm)];
  const block = blocks.find(([, file]) => file === name)?.[2];
  if (block === undefined) throw new Error(`getting-started.md has no block ${name}`);
  return block;
}

/** What Node.js does by default from 22.18 on. */
function asJavaScript(source: string): string {
  return transformSync(source, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  }).code;
}
