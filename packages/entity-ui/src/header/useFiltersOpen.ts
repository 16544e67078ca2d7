import { useIsPhone } from '@tavla/ui'
import { useState } from 'react'

/** State of the quick filters: open at first on wide screens, closed on a phone. */
export function useFiltersOpen(): [boolean, (isOpen: boolean) => void] {
  const isPhone = useIsPhone()
  const [choice, setChoice] = useState<boolean | null>(null)
  return [choice ?? !isPhone, setChoice]
}
