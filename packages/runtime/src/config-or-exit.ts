import { ConfigError } from './read-config';

/** Reads a service's configuration; a faulty one is reported in full on stderr and ends the process with exit 1. */
export function configOrExit<C>(read: () => C): C {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
