import { askBoundToScreen } from '@tavla/app-shell/records'
import { useState } from 'react'

export interface PlaceId {
  entity: string
  id: string
}

/**
 * The record that is open in place, without an address of its own; a draft is not taken away unasked
 * (reference: screens, Drafts).
 */
export function usePlaceRecord() {
  const [open, setOpen] = useState<PlaceId | null>(null)
  const show = async (next: PlaceId | null) => {
    if (next?.entity === open?.entity && next?.id === open?.id) return
    if (await askBoundToScreen()) setOpen(next)
  }
  /** The record is gone, or has another id: there is nothing to ask. */
  return { open, show, replace: setOpen }
}
