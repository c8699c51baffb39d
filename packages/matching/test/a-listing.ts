import { featuresOf, type Features, type Listing } from '../src';

/** A minimal listing, with the test's own values. */
const aListing = (said: Partial<Listing>): Listing => ({
  title: 'Approach Under Glove',
  brand: 'Burton',
  variantTitle: null,
  size: 'M',
  sku: null,
  ...said,
});

export const offered = (said: Partial<Listing>): Features => featuresOf(aListing(said));
