import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { onSignal } from './interruption.mjs';
import { PROJECT_ROOT } from './project.mjs';

/** A command that could not be run or ended badly; `output` holds what it printed. */
export class CommandFailed extends Error {
  name = 'CommandFailed';

  constructor(command, how, output) {
    super(`\`${command}\` ${how}`);
    this.output = output;
  }
}

/**
 * Runs a command to its end, with no input, in the project's folder unless `cwd` says otherwise.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<string>} what was printed
 * @throws {CommandFailed}
 */
export function runCommand(command, args, options = {}) {
  const line = [command, ...args].join(' ');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const forget = onSignal((signal) => child.kill(signal));
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => {
      forget();
      reject(new CommandFailed(line, `cannot be run: ${error.message}`, output));
    });
    child.once('close', (code, signal) => {
      forget();
      if (code === 0) resolve(output);
      else
        reject(
          new CommandFailed(line, signal ? `was ended by ${signal}` : `ended with code ${code}`, output),
        );
    });
  });
}

/** True when the command runs and exits with 0. */
export const commandSucceeds = (command, args, options) =>
  runCommand(command, args, options).then(
    () => true,
    () => false,
  );

/**
 * Runs a program in the foreground, Node.js unless `program` names another: terminal, signals and exit code are passed through.
 *
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, program?: string, cwd?: string, stdio?: import('node:child_process').StdioOptions, timeoutMs?:
 *   number, onStart?: (pid: number) => void }} options
 * @returns {Promise<number>} the exit code; 128 + the signal's number where a signal ended it
 */
export function runInForeground(args, options) {
  const { env, program = process.execPath, cwd = PROJECT_ROOT, stdio = 'inherit' } = options;
  const { timeoutMs, onStart = () => {} } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio, env, timeout: timeoutMs });
    const forget = onSignal((signal) => child.kill(signal));
    child.once('spawn', () => onStart(child.pid));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      forget();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
