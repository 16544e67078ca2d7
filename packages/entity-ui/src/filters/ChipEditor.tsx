import { type EntityState, type EntityStore, soundFilters } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useState } from 'react'
import { ConditionEditor } from './ConditionEditor.tsx'
import { type ListCondition, withCondition } from './conditions.ts'

interface ChipEditorProps {
  condition: ListCondition
  state: EntityState
  store: EntityStore
  onClose: () => void
}

/** The panel of a chip: every whole change reads the list again (reference: screens, Filters). */
export default function ChipEditor({ condition, state, store, onClose }: ChipEditorProps) {
  const { fieldname } = condition
  const [first] = useState(condition.pair)
  const { meta } = state
  const field = meta?.all_fields.find((one) => one.fieldname === fieldname)
  if (!meta) return null
  const set = (pair: ListCondition['pair'] | null) => store.setFilter(fieldname, withCondition(state, condition, pair))
  return (
    <div className="filter-panel">
      {field && (
        <ConditionEditor
          entity={state.entity}
          field={field}
          pair={first}
          isRoomy
          filters={soundFilters(meta, state.filters)}
          // An emptied box is on the way to another value.
          onChange={(pair) => pair && set(pair)}
        />
      )}
      <Button
        size="small"
        variant="quiet"
        onClick={() => {
          onClose()
          set(null)
        }}
      >
        <Text source="Remove" />
      </Button>
    </div>
  )
}
