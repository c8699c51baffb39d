import type { StoreKitOptions } from '@hub/store-kit';
import type { RequestContext } from '@vendure/core';

type Kit = StoreKitOptions<RequestContext>;

export interface HubPluginOptions extends Pick<
  Kit,
  'credentials' | 'eventsUrl' | 'currency' | 'delivery' | 'sweep'
> {
  /** The public https address of an asset, from what the asset storage calls it. */
  imageUrl: (identifier: string) => string;
  /** Where the six endpoints are. `hub`, where not given. */
  route?: string;
}
