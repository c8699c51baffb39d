import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect early. A page is garbage as soon as it is staged, and by default V8 lets the heap grow to several
 * times of what is in use; here to 1.6 times. `--optimize-for-size` keeps it smaller, but takes a third of the
 * processor time (bench/README.md). For the start of a process.
 */
export function saveMemory(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
