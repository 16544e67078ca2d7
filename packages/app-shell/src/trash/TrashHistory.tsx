import type { TrashItem, VersionRecord } from '@tavla/contract'
import { FieldFormContext, useEntity, VersionRow } from '@tavla/entity-ui'
import { scopeOf, Text, TextScope } from '@tavla/i18n/react'
import { EmptyState } from '@tavla/ui'
import { useTrashedMeta } from './useTrashedMeta.ts'

/** The changes of the open item's record until it was deleted, newest first. */
export function TrashHistory() {
  const [{ activeEntity }] = useEntity('Trash Item')
  const { ref_entity: entity, record, history } = (activeEntity ?? {}) as Partial<TrashItem>
  return (
    <div className="record-tab">
      {entity !== undefined && record && history && history.length > 0 ? (
        <TextScope value={scopeOf(entity)}>
          <Versions {...{ entity, record, history }} />
        </TextScope>
      ) : (
        <EmptyState kind="empty" icon="history" title={<Text source="No changes yet" />} />
      )}
    </div>
  )
}

/** A deletion without the values that it ended: the record as it was shows them. */
const brief = (version: VersionRecord): VersionRecord =>
  version.action === 'Deleted' ? { ...version, data: { changed: [], added: [], removed: [] } } : version

type VersionsProps = Pick<TrashItem, 'history'> & { entity: string; record: NonNullable<TrashItem['record']> }

function Versions({ entity, record, history }: VersionsProps) {
  const shown = useTrashedMeta(entity)
  if (!shown) return null
  return (
    <FieldFormContext value={shown.form}>
      <ol className="version-list">
        {history.map((version) => (
          <VersionRow key={version.id} version={brief(version)} meta={shown.meta} record={record} />
        ))}
      </ol>
    </FieldFormContext>
  )
}
