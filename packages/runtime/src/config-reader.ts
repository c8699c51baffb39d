import type { z } from 'zod';
import { readConfig } from './read-config';

/**
 * The reader of a program's configuration (D28), by default from the environment of the process. It throws `ConfigError`,
 * which names every faulty variable. Its `variables` are for `docs/operators/variables.md`.
 */
export function configReader<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const read = (env: NodeJS.ProcessEnv = process.env): z.output<z.ZodObject<Shape>> =>
    readConfig(schema, env);
  return Object.assign(read, { variables: schema.shape });
}
