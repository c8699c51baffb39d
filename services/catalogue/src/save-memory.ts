import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect early. A page is garbage as soon as it is staged, and by default V8 lets garbage grow to several
 * times the live memory: a worker with 45 MiB of code and pages in use grew to 350 MiB. To 1.6 times, as here, it grows
 * to 190 MiB; `--optimize-for-size` keeps it at 160, and spends a third of the processor's time on it. For the start of
 * a process.
 */
export function saveMemory(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
