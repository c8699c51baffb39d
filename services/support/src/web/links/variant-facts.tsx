/** The facts of a variant for the people who decide. */
export interface FactsOfVariant {
  variantTitle: string | null;
  size: string;
  barcode: string | null;
}

/** A variant as its shop offers it: its name, its size, its barcode. */
export function VariantFacts({ variantTitle, size, barcode }: FactsOfVariant) {
  return (
    <div>
      <div>{variantTitle ?? size}</div>
      {variantTitle !== null && variantTitle !== size && (
        <div>
          <small>Size {size}</small>
        </div>
      )}
      <div>
        <small>{barcode === null ? 'no barcode' : `Barcode ${barcode}`}</small>
      </div>
    </div>
  );
}
