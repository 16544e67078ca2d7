import { type ConfirmDeleteProps, useDeletionReversal, useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { TypeId } from '../project/TypeId.tsx'

/** Asks before an entity is deleted; if it has records, shows their number and asks for the id to be typed. */
export function ConfirmDeleteEntity({ id, hasTrash, onConfirm, ...rest }: ConfirmDeleteProps) {
  const { client } = useEnvironment()
  const reversal = useDeletionReversal(hasTrash)
  const [{ activeEntity: entity }] = useEntity('Entity')
  const hasList = entity?.type === 'Document'
  const [records, setRecords] = useState<number | null>(hasList ? null : 0)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!hasList) return
    // If the records can't be counted, the server refuses the deletion.
    client.entities.list(id, { limit_page_length: 1, fields: ['id'] }).then(
      ({ count }) => setRecords(count),
      () => setRecords(0),
    )
  }, [client, id, hasList])
  if (records === null) return null
  const hasRecords = records > 0
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="Are you sure you want to delete {id}?" args={{ id }} />}
      reversal={reversal}
      canConfirm={!hasRecords || typed.trim() === id}
      startsOnConfirm={!hasRecords}
      onConfirm={() => onConfirm(hasRecords ? { confirm_data_loss: 1 } : undefined)}
      {...rest}
    >
      {hasRecords && (
        <>
          <p>
            <Text
              source="{0, plural, one {# record is deleted} other {# records are deleted}} with it."
              args={[records]}
            />
          </p>
          <TypeId id={id} dir="auto" value={typed} onChange={setTyped} />
        </>
      )}
    </ConfirmDialog>
  )
}
