import { readOtherImageUrl } from '@hub/desk/door';
import type { RequestHandler, Response } from 'express';
import { z } from 'zod';
import { PageError } from '../../web/layout/page-error';
import type { Door } from '../door';
import { ImageSlots } from '../images/image-slots';
import { visitOf } from '../visit';

/** Path below a proposal: the other shop's image through the hub, since its own address would reveal whose it is. */
export const OTHER_IMAGE = '/links/:proposal/image';

/** A reader that takes longer for a picture is cut off: it holds one of the slots. */
const SENT_WITHIN_MS = 20_000;

export function otherImage(door: Door): RequestHandler<{ proposal: string }> {
  const slots = new ImageSlots();
  return async (request, response, next) => {
    const id = z.uuid().safeParse(request.params.proposal);
    const { shopId } = visitOf(request).contact;
    const url = id.success ? await readOtherImageUrl(door.db, { shopId, id: id.data }) : null;
    const leave = url === null ? null : await slots.take(shopId);
    // Gone while it waited.
    if (response.destroyed) return leave?.();
    const image = url === null || leave === null ? null : await door.readImage(url);
    if (image === null) {
      leave?.();
      return next(new PageError(404, 'There is no such page.'));
    }
    if (leave) untilSent(response, leave);
    response.set('Cache-Control', 'private, max-age=3600');
    response.type(image.type).send(image.bytes);
  };
}

/** The picture is in memory until its last byte is sent. */
function untilSent(response: Response, leave: () => void): void {
  if (response.destroyed) return leave();
  const late = setTimeout(() => response.destroy(), SENT_WITHIN_MS);
  response.once('close', () => {
    clearTimeout(late);
    leave();
  });
}
