import { useLayoutEffect, useRef, useState } from 'react'

/** Width and height in pixels of the element of the returned ref; 0 before it is measured. */
export function useSize<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [size, ref] as const
}
