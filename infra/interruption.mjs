const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const LOOK_FOR_PARENT_EVERY_MS = 500;
const listeners = new Set();
let interruptedBy = null;

/** This process was asked to end: what was begun is undone, then it ends. */
export class Interrupted extends Error {
  name = 'Interrupted';
}

/**
 * From here on a signal no longer ends this process at once: running steps and commands are notified, and what
 * was started is stopped.
 */
export function endInOrderOnSignals() {
  for (const signal of Object.keys(SIGNALS)) process.on(signal, () => interrupt(signal));
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
}

function interrupt(signal) {
  interruptedBy ??= signal;
  for (const listener of listeners) listener(signal);
}

/**
 * npm runs a script through a shell and forwards a signal to that shell alone, which ends silently:
 * when npm is ended, this process is too. Started by hand it may outlive its shell, as `nohup` promises.
 */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    interrupt('SIGTERM');
  }, LOOK_FOR_PARENT_EVERY_MS);
  watch.unref();
}

/** @returns {() => void} takes the listener away */
export function onSignal(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @throws {Interrupted} once a signal has come */
export function throwIfInterrupted() {
  if (interruptedBy) throw new Interrupted(`Ended by ${interruptedBy}.`);
}

/** The exit code by which a shell recognises a process ended by that signal; null when none came. */
export const interruptionCode = () => (interruptedBy ? 128 + SIGNALS[interruptedBy] : null);
