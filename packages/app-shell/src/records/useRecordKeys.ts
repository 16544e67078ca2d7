import type { EntityState, EntityStore } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useRouterNow } from './useRouterNow.ts'

/** J and K open the next and the previous record of the list, B and Escape the list. */
export function useRecordKeys(
  { activeList, isEditing }: EntityState,
  { rowsShown }: EntityStore,
  baseRoute: string,
  id: string | undefined,
): void {
  const { t } = useI18n()
  const navigate = useNavigate()
  const routerNow = useRouterNow()
  const isOpen = id !== undefined
  const pathOf = (one: string) => `${baseRoute}/${encodeURIComponent(one)}`
  /** Reads the router, since the next key may come before the last record has rendered. */
  const openIndex = () => {
    const path = routerNow()?.location.pathname
    const at = rowsShown().findIndex((row) => pathOf(row.id) === path)
    return at >= 0 ? at : rowsShown().findIndex((row) => row.id === id)
  }
  const go = (step: number) => {
    const next = rowsShown()[openIndex() + step]
    if (!next) return
    void navigate(pathOf(next.id))
    const row = rowOf(next.id)
    row?.scrollIntoView({ block: 'nearest' })
    // The focus follows within the list; otherwise it stays in the record.
    if (document.activeElement?.matches('.list-content [data-record]')) row?.focus({ preventScroll: true })
  }
  const leave = async () => {
    await navigate(baseRoute)
    if (id !== undefined) rowOf(id)?.focus({ preventScroll: true })
  }
  const hasRows = activeList.length > 0
  useShortcut('j', () => go(1), { isEnabled: hasRows, label: t('Next record') })
  useShortcut('k', () => go(-1), { isEnabled: hasRows && isOpen, label: t('Previous record') })
  useShortcut('b', () => void leave(), { isEnabled: isOpen, label: t('Back to the list') })

  const leaveFrom = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isEditing || document.querySelector(takers)) return
    // A box takes the key for itself: it clears a search, or gives up a message.
    if (event.target instanceof Element && event.target.matches(boxes)) return
    event.preventDefault()
    void leave()
  })
  useEffect(() => {
    if (!isOpen) return
    window.addEventListener('keydown', leaveFrom)
    return () => window.removeEventListener('keydown', leaveFrom)
  }, [isOpen])
}

const takers = 'dialog:modal, [popover]:popover-open:not([data-passive])'
const boxes = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
