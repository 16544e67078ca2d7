import { useSyncExternalStore } from 'react'

/** True while a media query matches. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

/** True on screens of a phone's width, where the navigation is a drawer. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 40rem)')

/** True when a ListDetail has room for only one of its panels, so that the other needs a way back. */
export const useIsStacked = (): boolean => useMediaQuery('(max-width: 56rem)')
