import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'
import type { FieldRow } from '../field-row.ts'
import { FieldView } from './FieldView.tsx'
import { RemovedFields } from './RemovedFields.tsx'
import { SlowLists } from './SlowLists.tsx'

interface StoredFieldsProps {
  record: EntityRecord | null
  rows: readonly FieldRow[]
  /** Starts editing with a first field, if the person may. */
  onAdd: (() => void) | undefined
}

/** The fields of an entity, read-only, or a button that adds the first one; below them those that were removed. */
export function StoredFields({ record, rows, onAdd }: StoredFieldsProps) {
  if (rows.length === 0) {
    return (
      <>
        <NoFields onAdd={onAdd} />
        <div className="entity-form-part">
          <RemovedFields record={record} />
        </div>
      </>
    )
  }
  return (
    <div className="entity-form-part">
      <SlowLists record={record} />
      <ul className="field-views">
        {rows.map((row, index) => (
          <FieldView key={row.id ?? index} row={row} position={index + 1} />
        ))}
      </ul>
      <RemovedFields record={record} />
    </div>
  )
}

function NoFields({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      kind="empty"
      title={<Text source="This entity has no fields yet." />}
      action={
        onAdd && (
          <Button variant="primary" onClick={onAdd}>
            <Text source="Add Field" />
          </Button>
        )
      }
    />
  )
}
