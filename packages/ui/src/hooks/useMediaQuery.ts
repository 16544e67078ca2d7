import { useSyncExternalStore } from 'react'

/** Whether a media query matches, kept current. */
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

/** True where a ListDetail has room for one of its panels alone, so that the other needs a way back. */
export const useIsStacked = (): boolean => useMediaQuery('(max-width: 56rem)')
