import { SIGNING_SECRET } from '@hub/contract';
import { environment } from '../environment';
import { CommandFailure } from '../failure';

/** The signing secret in an environment variable (D25). Throws `CommandFailure` if it is missing or malformed. */
export function secretIn(name: string): string {
  const secret = environment()[name];
  if (!secret) throw new CommandFailure([`environment variable ${name} is not set`]);
  if (!SIGNING_SECRET.pattern.test(secret))
    throw new CommandFailure([`environment variable ${name} must hold ${SIGNING_SECRET.expected}`]);
  return secret;
}
