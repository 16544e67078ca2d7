import { useSyncExternalStore } from 'react'
import { useSteady } from './useSteady.ts'

/**
 * True while a media query matches. Where its answer moves a part with windows of its own, it is to be steady, as below.
 */
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
export const useIsPhone = (): boolean => useSteady(useMediaQuery('(max-width: 40rem)'))

/** True when a ListDetail has room for only one of its panels, so that the other needs a way back. */
export const useIsStacked = (): boolean => useSteady(useMediaQuery('(max-width: 56rem)'))
