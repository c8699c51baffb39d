/** A delivery address, of an order sold here or of one to be shipped for another shop. */
export interface Address {
  name: string;
  company?: string | null | undefined;
  addressLine1: string;
  addressLine2?: string | null | undefined;
  zip: string;
  city: string;
  province?: string | null | undefined;
  /** ISO 3166-1, two letters. */
  countryCode: string;
  phone?: string | null | undefined;
  /** On an order to be shipped: a relay address of the service, never the customer's own. */
  email?: string | null | undefined;
  /** Both or neither. */
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}
