import type { EntityState } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import { useNavigate } from 'react-router'

/** J and K lead to the next and the previous record of the list, B back to the list. */
export function useRecordKeys({ activeList }: EntityState, baseRoute: string, id: string | undefined): void {
  const { t } = useI18n()
  const navigate = useNavigate()
  const at = activeList.findIndex((row) => row.id === id)
  const isOpen = id !== undefined
  const go = (step: number) => {
    const next = activeList[at + step]
    if (!next) return
    void navigate(`${baseRoute}/${encodeURIComponent(next.id)}`)
    const row = rowOf(next.id)
    row?.scrollIntoView({ block: 'nearest' })
    // Whoever stands in the list goes along; anybody else stays in the record.
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
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`)
