import { readOtherImageUrl } from '@hub/door';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { noSuchPage } from '../../web/layout/page-error-handler';
import type { Door } from '../door';
import { visitOf } from '../visit';

/** Path below a proposal: the other shop's image through the hub, since its own address would reveal whose it is. */
export const OTHER_IMAGE = '/links/:proposal/image';

export function otherImage(door: Door): RequestHandler<{ proposal: string }> {
  return async (request, response, next) => {
    const id = z.uuid().safeParse(request.params.proposal);
    const { shopId } = visitOf(request).contact;
    const url = id.success ? await readOtherImageUrl(door.db, { shopId, id: id.data }) : null;
    const image = url === null ? null : await door.readImage(url);
    if (image === null) {
      await noSuchPage(request, response, next);
      return;
    }
    response.set('Cache-Control', 'private, max-age=3600');
    response.type(image.type).send(image.bytes);
  };
}
