import { useI18n } from '@tavla/i18n/react'
import { hasLetterKeys, useShortcut } from '@tavla/ui'
import { useEffect, useEffectEvent } from 'react'

/** The steps of the inbox by their keys. */
export type InboxKeys = Readonly<Record<'j' | 'k' | 'e' | 'h' | 'u', () => void>>

const isInboxKey = (key: string): key is keyof InboxKeys => /^[jkehu]$/.test(key)

/**
 * J and K move, E is done, H puts off, U turns between read and unread. On the page they stand in the list under `?`;
 * while the panel is open they are its own, wherever the focus is.
 */
export function useInboxKeys(keys: InboxKeys, isPanel: boolean): void {
  const { t } = useI18n()
  const isEnabled = !isPanel
  useShortcut('j', keys.j, { isEnabled, label: t('Next row') })
  useShortcut('k', keys.k, { isEnabled, label: t('Previous row') })
  useShortcut('e', keys.e, { isEnabled, label: t('Mark as done') })
  useShortcut('h', keys.h, { isEnabled, label: t('Put off') })
  useShortcut('u', keys.u, { isEnabled, label: t('Mark as read or unread') })

  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = letterOf(event)
    if (key === undefined || !hasLetterKeys() || isTaken(event.target)) return
    event.preventDefault()
    keys[key]()
  })
  useEffect(() => {
    if (!isPanel) return
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [isPanel])
}

/** The letter, or on a keyboard with other letters the one at its place. */
function letterOf(event: KeyboardEvent): keyof InboxKeys | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  const typed = event.key.toLowerCase()
  const key = /^[a-z]$/.test(typed) ? typed : event.code.replace(/^Key/, '').toLowerCase()
  return isInboxKey(key) ? key : undefined
}

/** A text box, a window and an open menu take letters for themselves. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role=menu]:popover-open') !== null ||
  (target instanceof Element && target.matches(boxes))

const boxes =
  'textarea, select, [role=combobox], [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])'
