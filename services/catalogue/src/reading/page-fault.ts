/** One fault of a page: where, and what is wrong, never the value (D14). */
export interface PageFault {
  productId: string | null;
  variantId: string | null;
  /** A path such as `products[3].variants[0].size`. */
  field: string;
  message: string;
}
