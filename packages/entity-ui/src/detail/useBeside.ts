import { type Tab, useSteady } from '@tavla/ui'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { type Beside, keepBeside, keptBeside } from './kept-beside.ts'
import { detailsTab } from './useDetailTabs.ts'

/** Width of a record in CSS pixels from which a tab stands beside its form (reference: screens, Detail form). */
const roomy = 1160

interface BesideOptions {
  /** The layout that is measured. */
  layout: RefObject<HTMLElement | null>
  /** The record's tabs, without its details. */
  tabs: readonly Tab[]
  /** The tab in the address. */
  chosen: string
  select: (tab: string) => void
}

/**
 * The tab that stands beside the form of a wide record: the one in the address, else the one that this person chose last,
 * else the first; undefined where there is no room, or the person hides it.
 */
export function useBeside({ layout, tabs, chosen, select }: BesideOptions) {
  const { user } = useEnvironment().session
  const isRoomy = useSteady(useIsRoomy(layout))
  const [kept, setKept] = useState(() => keptBeside(user))
  useEffect(() => keepBeside(user, kept), [user, kept])
  const change = (part: Partial<Beside>) => setKept({ ...kept, ...part })
  const named = isRoomy ? tabs.find(({ id }) => id === chosen) : undefined
  const usual = tabs.find(({ id }) => id === kept.tab) ?? tabs[0]
  if (named && (named.id !== kept.tab || kept.isHidden)) change({ tab: named.id, isHidden: false })
  return {
    tab: named ?? (isRoomy && !kept.isHidden ? usual : undefined),
    /** In pixels; 0 is the default. */
    width: kept.width,
    setWidth: (width: number) => change({ width }),
    hide: () => {
      change({ isHidden: true })
      if (named) select(detailsTab)
    },
  }
}

/** True while the element is wide enough for two panels; measured before the first paint. */
function useIsRoomy(layout: RefObject<HTMLElement | null>): boolean {
  const [isRoomy, setRoomy] = useState(false)
  useLayoutEffect(() => {
    const element = layout.current
    if (!element) return
    const measure = () => setRoomy(element.clientWidth >= roomy)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [layout])
  return isRoomy
}
