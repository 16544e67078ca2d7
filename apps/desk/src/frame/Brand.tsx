import { Mark } from '../root/Mark.tsx'

/** The product's mark, and its name where there is room. */
export const Brand = (isNarrow: boolean) => (
  <span className="brand">
    <Mark />
    {!isNarrow && <span>Tavla</span>}
  </span>
)
