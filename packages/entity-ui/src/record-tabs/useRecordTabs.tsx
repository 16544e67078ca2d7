import type { EntityRecord, Meta, RelatedEntry } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart, Skeleton, type Tab } from '@tavla/ui'
import { type ReactNode, Suspense } from 'react'
import { RelatedLabel } from './related/RelatedLabel.tsx'
import type { Surroundings } from './related/useRelated.ts'

const Conversation = lazyPart(() => import('../conversation/Conversation.tsx'))
const Related = lazyPart(() => import('./related/Related.tsx'))
const FilesTab = lazyPart(() => import('./FilesTab.tsx'))
const HistoryTab = lazyPart(() => import('./HistoryTab.tsx'))

interface RecordTabsOptions {
  entity: string
  id: string
  meta: Meta | null
  record: EntityRecord | null
  /** True if this person may write the record. */
  canWrite: boolean
  around: Surroundings
  /** False where nobody sees the tabs. */
  isShown: boolean
  /** The note that the address names. */
  note?: string | undefined
}

/** Entries of related records that have a tab of their own. */
const ownTabs = 5

/**
 * The tabs of a record after its details: its messages, the records that point at it, its files, its history (reference:
 * screens, Areas; screens, Related records).
 */
export function useRecordTabs(options: RecordTabsOptions): readonly Tab[] {
  const { entity, id, meta, record, canWrite, isShown, note } = options
  const { t } = useI18n()
  const { related, reload } = options.around
  if (meta === null || !isShown) return []
  const place = { entity, id }
  const tab = (id: string, label: ReactNode, content: ReactNode): Tab => ({
    id,
    label,
    content: <Suspense fallback={<Skeleton shape="rows" lines={4} label={t('Loading…')} />}>{content}</Suspense>,
  })
  const { has_communication: hasMessages, track_changes: hasHistory } = meta.doc_meta
  const hasNotes = mayHaveNotes(meta)
  const talk = <Conversation {...place} {...{ canWrite, hasNotes, note }} hasMessages={hasMessages === 1} />
  return [
    ...(hasMessages === 1
      ? [
          {
            ...tab('communication', <Text source="Communication" />, talk),
            count: record?.open_communications?.total,
          },
        ]
      : hasNotes
        ? [tab('notes', <Text source="Notes" />, talk)]
        : []),
    ...related.slice(0, ownTabs).map((entry) => {
      const label = <RelatedLabel entry={entry} all={related} />
      return tab(idOf(entry), label, <Related {...place} entries={[entry]} all={related} onChanged={reload} />)
    }),
    ...(related.length > ownTabs
      ? [
          tab(
            'related',
            <Text source="More" />,
            <Related {...place} entries={related.slice(ownTabs)} all={related} onChanged={reload} />,
          ),
        ]
      : []),
    tab('files', <Text source="Files" />, <FilesTab {...place} canUpload={canWrite} />),
    ...(hasHistory === 1
      ? [tab('history', <Text source="History" />, <HistoryTab {...place} canWrite={canWrite} />)]
      : []),
  ]
}

/** True where people write notes about records; an older server, which does not say so, takes them for its own entities. */
function mayHaveNotes({ type, app_name, doc_meta: { has_notes } }: Meta): boolean {
  return type === 'Document' && (has_notes === undefined ? !['platform', 'hq'].includes(app_name) : has_notes === 1)
}

/** Part of an address and of ids in the page, which have no spaces. */
const idOf = ({ entity, field }: RelatedEntry) => `related-${entity.replaceAll(' ', '_')}.${field}`
