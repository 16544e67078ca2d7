import type { EntityRecord, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart, Skeleton, type Tab } from '@tavla/ui'
import { type ReactNode, Suspense } from 'react'

const Conversation = lazyPart(() => import('../conversation/Conversation.tsx'))
const FilesTab = lazyPart(() => import('./FilesTab.tsx'))
const HistoryTab = lazyPart(() => import('./HistoryTab.tsx'))

interface RecordTabsOptions {
  entity: string
  id: string
  meta: Meta | null
  record: EntityRecord | null
  /** True if this person may write the record. */
  canWrite: boolean
}

/** The tabs of a record after its details: its messages, its files, its history (reference: screens, Areas). */
export function useRecordTabs({ entity, id, meta, record, canWrite }: RecordTabsOptions): readonly Tab[] {
  const { t } = useI18n()
  if (meta === null) return []
  const place = { entity, id }
  const tab = (id: string, label: ReactNode, content: ReactNode): Tab => ({
    id,
    label,
    content: <Suspense fallback={<Skeleton shape="rows" lines={4} label={t('Loading…')} />}>{content}</Suspense>,
  })
  const { has_communication: hasMessages, track_changes: hasHistory } = meta.doc_meta
  return [
    ...(hasMessages === 1
      ? [
          {
            ...tab('communication', <Text source="Communication" />, <Conversation {...place} canWrite={canWrite} />),
            count: record?.open_communications?.total,
          },
        ]
      : []),
    tab('files', <Text source="Files" />, <FilesTab {...place} canUpload={canWrite} />),
    ...(hasHistory === 1
      ? [tab('history', <Text source="History" />, <HistoryTab {...place} canWrite={canWrite} />)]
      : []),
  ]
}
