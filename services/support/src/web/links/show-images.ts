import type { Response } from 'express';
import { contentPolicy } from '../layout/content-policy';

/** Allows this page alone to show images from the hosts of these addresses only (`safeHeaders`). */
export function allowImages(response: Response, urls: readonly (string | null)[]): void {
  response.set('Content-Security-Policy', contentPolicy(urls));
}
