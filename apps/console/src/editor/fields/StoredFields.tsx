import { Text } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'
import type { FieldRow } from '../field-row.ts'
import { FieldView } from './FieldView.tsx'

interface StoredFieldsProps {
  rows: readonly FieldRow[]
  /** Starts editing with a first field, if the person may. */
  onAdd: (() => void) | undefined
}

/** The fields of an entity, read-only, or a button that adds the first one. */
export function StoredFields({ rows, onAdd }: StoredFieldsProps) {
  if (rows.length === 0) return <NoFields onAdd={onAdd} />
  return (
    <div className="entity-form-part">
      <ul className="field-views">
        {rows.map((row, index) => (
          <FieldView key={row.id ?? index} row={row} position={index + 1} />
        ))}
      </ul>
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
