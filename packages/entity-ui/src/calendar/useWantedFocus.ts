import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'

/** Gives the focus to the first element that a selector finds in `area`, as soon as it is drawn; a press forgets it. */
export function useWantedFocus(area: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    const found = wanted.current === null ? null : area.current?.querySelector<HTMLElement>(wanted.current)
    if (!found) return
    wanted.current = null
    found.focus({ preventScroll: false })
  })
  return {
    focusOn(selector: string) {
      wanted.current = selector
      draw()
    },
    forget() {
      wanted.current = null
    },
  }
}
