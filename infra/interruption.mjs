const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const listeners = new Set();
let interruptedBy = null;

/** Someone asked this process to end: what was begun is undone, then it ends. */
export class Interrupted extends Error {
  name = 'Interrupted';
}

/**
 * From here on a signal no longer ends this process at once: steps and commands under way are told, and what
 * was started is stopped.
 */
export function endInOrderOnSignals() {
  for (const signal of Object.keys(SIGNALS)) {
    process.on(signal, () => {
      interruptedBy ??= signal;
      for (const listener of listeners) listener(signal);
    });
  }
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
