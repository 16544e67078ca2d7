import { Mark } from '../root/Mark.tsx'
import { useSiteName } from '../root/useSiteName.ts'

/** The product's mark, and the site's name if there is room. */
export const Brand = (isNarrow: boolean) => (
  <span className="brand">
    <Mark />
    {!isNarrow && <SiteName />}
  </span>
)

function SiteName() {
  const name = useSiteName()
  return (
    <bdi className="brand-name" title={name}>
      {name}
    </bdi>
  )
}
