import type { Meta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { type Tab, useShortcut } from '@tavla/ui'
import { wantWriting } from '../conversation/wanted-writing.ts'

interface WritingKeysOptions {
  entity: string
  id: string
  meta: Meta | null
  tabs: readonly Tab[]
  select: (tab: string) => void
  /** False while the record is edited, or is not shown yet. */
  isEnabled: boolean
  /** An answer needs the right to change the record; a note needs only the right to read it. */
  canWrite: boolean
}

/** R answers the last message and M writes a note, in the tab to which they belong. */
export function useWritingKeys({ entity, id, meta, tabs, select, isEnabled, canWrite }: WritingKeysOptions): void {
  const { t } = useI18n()
  const tab = tabs.find((one) => one.id === 'communication' || one.id === 'notes')?.id
  const hasNotes = tab === 'notes' || meta?.doc_meta.has_notes === 1
  const begin = (isNote: boolean) => {
    if (tab === undefined) return
    select(tab)
    wantWriting({ entity, id }, isNote)
  }
  useShortcut('r', () => begin(false), {
    isEnabled: isEnabled && canWrite && tab === 'communication',
    label: t('Reply'),
  })
  useShortcut('m', () => begin(true), {
    isEnabled: isEnabled && tab !== undefined && hasNotes,
    label: t('Add a note'),
  })
}
