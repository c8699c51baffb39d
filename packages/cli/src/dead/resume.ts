import type { ActOptions } from '../desk/desk-options';
import { sayDone } from '../desk/say-done';
import { ask } from '../desk/with-desk';

/** `hub dead resume <reference>`: resumes a call that was given up (D23), found by the reference its store knows. */
export async function resume(reference: string, options: ActOptions): Promise<void> {
  const end = await ask(options, 'dead.resume', { reference });
  sayDone(options, end, `${end.resumed} ${reference}: taken up again`);
}
