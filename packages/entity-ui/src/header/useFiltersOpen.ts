import { useIsPhone } from '@tavla/ui'
import { useState } from 'react'

/** Whether the quick filters are unfolded: there from the start where there is room, on a phone when asked for. */
export function useFiltersOpen(): [boolean, (isOpen: boolean) => void] {
  const isPhone = useIsPhone()
  const [choice, setChoice] = useState<boolean | null>(null)
  return [choice ?? !isPhone, setChoice]
}
