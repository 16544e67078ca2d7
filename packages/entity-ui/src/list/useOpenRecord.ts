import type { EntityStore } from '@tavla/client'
import { useCallback, useEffect, useRef } from 'react'
import { useEnvironment } from '../environment.ts'

/** The way a list opens records: an address for each record, or in place (reference: screens, Lists). */
export interface OpenTarget {
  /** The list's own address; a record's is one segment longer. */
  baseRoute?: string | undefined
  /** Called instead of navigating or opening in place. */
  onOpen?: ((id: string) => void) | undefined
}

/** Opens a record of this list. */
export function useOpenRecord(store: EntityStore, { baseRoute, onOpen }: OpenTarget) {
  const { navigate } = useEnvironment()
  const leave = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => leave.current?.(), [])

  const hrefOf = useCallback(
    (id: string) => (baseRoute === undefined ? undefined : `${baseRoute}/${encodeURIComponent(id)}`),
    [baseRoute],
  )
  const open = useCallback(
    (id: string) => {
      const href = hrefOf(id)
      if (onOpen) onOpen(id)
      else if (href !== undefined) navigate(href)
      else leave.current = store.openRecord(id)
    },
    [store, onOpen, hrefOf, navigate],
  )
  return { hrefOf, open }
}
