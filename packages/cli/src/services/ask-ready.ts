import { z } from 'zod';

const ASK_WITHIN_MS = 3_000;

const Readiness = z.object({
  ready: z.boolean(),
  parts: z.array(z.object({ name: z.string(), ready: z.boolean() })),
});

/** Whether a service can do its work, and if not, which of its components cannot; no answer yet: an empty list. */
export interface Readiness {
  ready: boolean;
  waitsFor: string[];
}

/** Queries a service's health server. Never throws: no answer means not ready. */
export async function askReady(port: number): Promise<Readiness> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(ASK_WITHIN_MS),
    });
    const { ready, parts } = Readiness.parse(await response.json());
    return { ready, waitsFor: parts.filter((part) => !part.ready).map((part) => part.name) };
  } catch {
    return { ready: false, waitsFor: [] };
  }
}
