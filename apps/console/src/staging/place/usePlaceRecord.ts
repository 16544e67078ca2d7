import { askBoundToScreen } from '@tavla/app-shell/records'
import { useState } from 'react'

export interface PlaceId {
  entity: string
  id: string
}

/**
 * The record that is open in place, without an address of its own; leaving a draft asks first (reference:
 * screens, Drafts).
 */
export function usePlaceRecord() {
  const [open, setOpen] = useState<PlaceId | null>(null)
  const show = async (next: PlaceId | null) => {
    if (next?.entity === open?.entity && next?.id === open?.id) return
    if (await askBoundToScreen()) setOpen(next)
  }
  /** `replace` asks nothing: the record was deleted or renamed. */
  return { open, show, replace: setOpen }
}
