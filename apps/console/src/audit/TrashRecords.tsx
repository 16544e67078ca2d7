import { EmptyTrash, RestoreAll, TrashWords, useTrashParts } from '@tavla/app-shell/trash'
import { useEnvironment } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import PlaceRecord, { type PlaceRecordProps } from '../staging/place/PlaceRecord.tsx'
import { PlaceRecords } from '../staging/place/PlaceRecords.tsx'

const actions = (
  <>
    <RestoreAll />
    <EmptyTrash />
  </>
)
const lists = [{ entity: 'Trash Item', emptyText: 'The trash is empty', actions }] as const

/** The deleted records of a server, newest first (reference: screens, Trash). */
export default function TrashRecords() {
  const { t } = useI18n()
  return (
    <TrashWords>
      <PlaceRecords label={t('Trash')} lists={lists} Record={TrashRecord} />
    </TrashWords>
  )
}

function TrashRecord(props: PlaceRecordProps) {
  const { navigate } = useEnvironment()
  const parts = useTrashParts((path) => (path === undefined ? props.onLeave() : navigate(path)))
  return <PlaceRecord {...props} parts={parts} />
}
