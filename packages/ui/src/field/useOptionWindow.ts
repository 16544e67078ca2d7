import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Fewer options than this are all drawn, each as high as its text. */
const longList = 100
/** Options drawn of a long list, and how many of them stand above those in view. */
const drawn = 48
const above = 16

export interface OptionWindow {
  /** Goes on the list itself, inside the panel that scrolls. */
  list: RefObject<HTMLDivElement | null>
  /** True when the options are of one height and only some are drawn. */
  isLong: boolean
  /** The options to draw: from `first`, without `end`. */
  first: number
  end: number
  /** Keeps the room of those that are not drawn. */
  padding: CSSProperties | undefined
}

/** Keeps the option under the keyboard in view, and of a long list draws what is near the view. */
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
    // At once, so that the option the keyboard went to is there to be named.
    const follow = () => setView((now) => measure(element, now))
    follow()
  }, [panel, isOpen, isLong, height, active])

  const padding = isLong ? { paddingBlock: `${first * height}px ${(count - end) * height}px` } : undefined
  return { list, isLong, first, end, padding }
}

/** The first option in view, and how high each is, in pixels. */
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
