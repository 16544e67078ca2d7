import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** A list with fewer options than this draws them all, each as high as its text. */
const longList = 100
/** Number of options drawn of a long list, and how many of them stand above the visible ones. */
const drawn = 48
const above = 16

export interface OptionWindow {
  /** Ref of the list itself, inside the panel that scrolls. */
  list: RefObject<HTMLDivElement | null>
  /** True when the options have one height and only some are drawn. */
  isLong: boolean
  /** The options to draw: from `first` up to, but not including, `end`. */
  first: number
  end: number
  /** Takes the space of the options that are not drawn. */
  padding: CSSProperties | undefined
}

/** Scrolls the active option into view, and draws the options of a long list near the view. */
export function useOptionWindow(
  panel: RefObject<HTMLElement | null>,
  isOpen: boolean,
  count: number,
  active: number,
): OptionWindow {
  const list = useRef<HTMLDivElement>(null)
  const [{ top, height }, setView] = useState(unmeasured)
  const isLong = count > longList
  const first = isLong ? Math.max(0, Math.min(top - above, count - drawn)) : 0
  const end = isLong ? Math.min(count, first + drawn) : count

  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !isOpen || !isLong) return
    const follow = () => setView((now) => measure(element, now))
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [panel, isOpen, isLong])

  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !list.current || !isOpen || active < 0) return
    if (!isLong) {
      list.current.children[active]?.scrollIntoView({ block: 'nearest' })
      return
    }
    const highest = active * height
    const lowest = list.current.offsetTop + highest + height - element.clientHeight
    element.scrollTo({ top: Math.min(highest, Math.max(lowest, element.scrollTop)), behavior: 'instant' })
    // Runs before paint, so that the active option exists when aria-activedescendant names it.
    const follow = () => setView((now) => measure(element, now))
    follow()
  }, [panel, isOpen, isLong, height, active])

  const padding = isLong ? { paddingBlock: `${first * height}px ${(count - end) * height}px` } : undefined
  return { list, isLong, first, end, padding }
}

/** Index of the first visible option, and the height of each, in pixels. */
interface View {
  top: number
  height: number
}

const unmeasured: View = { top: 0, height: 36 }

function measure(panel: HTMLElement, before: View): View {
  const height = panel.querySelector<HTMLElement>('.option')?.offsetHeight || before.height
  const top = Math.floor(panel.scrollTop / height)
  return top === before.top && height === before.height ? before : { top, height }
}
