import { moveFocus } from '@tavla/ui'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { FleetProject } from './fleet-calls.ts'

/** The rows as one stop of the keyboard, and which of them are selected. */
export type FleetRows = ReturnType<typeof useFleetRows>

/** Arrows, Home and End move between the rows, Space selects one, Shift with an arrow selects on the way. */
export function useFleetRows(projects: readonly FleetProject[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [stop, setStop] = useState<string>()
  const ids = projects.map(({ id }) => id)
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  const at = Math.max(stop === undefined ? 0 : ids.indexOf(stop), 0)
  const toggle = (id: string) =>
    setChosen(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]))
  const idOfFocus = () => (document.activeElement as HTMLElement | null)?.dataset.record
  return {
    selected,
    isAll: selected.size > 0 && selected.size === ids.length,
    isMixed: selected.size > 0 && selected.size < ids.length,
    toggle,
    toggleAll: (isAll: boolean) => setChosen(new Set(isAll ? ids : [])),
    clear: () => setChosen(new Set()),
    tabIndexOf: (index: number) => (index === at ? 0 : -1),
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const { record } = event.target.dataset
        if (record !== undefined) setStop(record)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const id = idOfFocus()
        if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === ' ') {
          event.preventDefault()
          toggle(id)
        } else if (event.key.length > 1) {
          const target = moveFocus(event, '[data-record]', 'vertical')
          if (target && event.shiftKey)
            setChosen(new Set([...selected, id, ...(target.dataset.record ? [target.dataset.record] : [])]))
        }
      },
    },
  }
}
