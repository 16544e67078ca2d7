import { useMediaQuery } from '@tavla/ui'
import { useState } from 'react'

const key = 'tavla.menu'

/** True when the side navigation shows icons alone: the user's last choice, else true in a narrow window. */
export function useCollapsed(folds: boolean): [isCollapsed: boolean, toggle: () => void] {
  const isNarrow = useMediaQuery('(max-width: 75rem)')
  const [chosen, setChosen] = useState(() => localStorage.getItem(key))
  const isCollapsed = chosen === null ? isNarrow || folds : chosen === 'narrow'
  const toggle = () => {
    const next = isCollapsed ? 'wide' : 'narrow'
    localStorage.setItem(key, next)
    setChosen(next)
  }
  return [isCollapsed, toggle]
}
