import { featuresOf, type Features, type Listing } from '../src';

/** A listing that says as little as it may, with what a test says of it. */
const aListing = (said: Partial<Listing>): Listing => ({
  title: 'Approach Under Glove',
  brand: 'Burton',
  variantTitle: null,
  size: 'M',
  sku: null,
  ...said,
});

export const offered = (said: Partial<Listing>): Features => featuresOf(aListing(said));
