import { Mark } from '../root/Mark.tsx'
import { productName } from '../root/product.ts'

/** The product's mark, and its name if there is room. */
export const Brand = (isNarrow: boolean) => (
  <span className="brand">
    <Mark />
    {!isNarrow && <span>{productName}</span>}
  </span>
)
