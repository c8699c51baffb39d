import { z } from 'zod';
import { environmentFaults } from './environment-faults';
import { givenVariables } from './given-variables';

/** An unusable configuration. The message names every faulty variable and its expected value, never its value. */
export class ConfigError extends Error {
  /** One readable sentence for each faulty variable, such as `DATABASE_URL: is required (postgres:// URL)`. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
    this.stack = `${this.name}: ${this.message}`; // read by operators: a stack trace does not help them
  }
}

/**
 * Reads and validates the environment variables of a service (D28). In: a zod object whose keys are the names of the
 * variables (a description says what is expected) and the environment. An empty variable counts as missing, other
 * variables are ignored. Each may come as a file (`<NAME>_FILE`). The rules of `HUB_ENVIRONMENT` are checked for
 * services that have it. `allOrNone`: groups of optional variables that only work together. Out: the validated values.
 * Throws `ConfigError` listing all faults at once.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Readonly<Record<string, string | undefined>>,
  { allOrNone = [] }: { allOrNone?: readonly (keyof Shape & string)[][] } = {},
): z.output<z.ZodObject<Shape>> {
  const { given, faults: unreadable } = givenVariables(Object.keys(schema.shape), env);
  const read = schema.safeParse(given);
  const faults = [
    ...unreadable,
    ...describeFaults({ schema, given, issues: read.error?.issues ?? [] }),
    ...allOrNone.flatMap((group) => describeMissing(group, given)),
    ...missingKeys(schema, given),
    ...(read.success && 'HUB_ENVIRONMENT' in schema.shape ? environmentFaults(read.data) : []),
  ];
  if (read.success && faults.length === 0) return read.data;
  throw new ConfigError(faults);
}

/** Either variable provides the keys (D34). */
function missingKeys(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): string[] {
  if (!('HUB_ENCRYPTION_KEYS' in schema.shape)) return [];
  if ('HUB_ENCRYPTION_KEYS' in given || 'HUB_ENCRYPTION_KEY' in given) return [];
  return ['HUB_ENCRYPTION_KEY: is required (64 hex digits), or HUB_ENCRYPTION_KEYS'];
}

function describeMissing(group: readonly string[], given: Readonly<Record<string, unknown>>): string[] {
  const [there] = group.filter((variable) => variable in given);
  if (there === undefined) return [];
  return group
    .filter((variable) => !(variable in given))
    .map((variable) => `${variable}: is required, as ${there} is given`);
}

interface Faults {
  schema: z.ZodObject;
  given: Readonly<Record<string, unknown>>;
  issues: readonly { path: PropertyKey[]; message: string }[];
}

/** One line for each variable, however many of its checks failed. */
function describeFaults({ schema, given, issues }: Faults): string[] {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const variable = String(issue.path[0] ?? 'configuration');
    if (faults.has(variable)) continue;
    const expected = expectationOf(schema.shape[variable]);
    if (variable in schema.shape && !(variable in given)) {
      faults.set(variable, `${variable}: is required${expected ? ` (${expected})` : ''}`);
    } else {
      faults.set(variable, `${variable}: ${expected ? `must be: ${expected}` : issue.message}`);
    }
  }
  return [...faults.values()];
}

/** The expected value of a variable, as text: its description, also under a default, `optional()` or a pipe. */
function expectationOf(schema: z.core.$ZodType | undefined): string | undefined {
  const described = schema && z.globalRegistry.get(schema)?.description;
  if (described !== undefined || schema === undefined) return described;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return expectationOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return expectationOf(schema.in) ?? expectationOf(schema.out);
  return undefined;
}
