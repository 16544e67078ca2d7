import type { Meta } from '@tavla/contract'
import ConditionRow, { type DraftCondition } from '@tavla/entity-ui/condition-row'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import { readConditions, writeConditions } from './rollup.ts'

interface RollupConditionsProps {
  /** The entity whose records are counted. */
  meta: Meta
  filters: unknown
  onChange: (filters: unknown) => void
}

interface KeyedCondition extends DraftCondition {
  key: string
}

/** Which of the records count: all of these conditions, as a list has them. */
export function RollupConditions({ meta, filters, onChange }: RollupConditionsProps) {
  const [conditions, setConditions] = useConditions(filters)
  if (!conditions) {
    return (
      <bdi dir="ltr" className="editor-name">
        {JSON.stringify(filters)}
      </bdi>
    )
  }
  const change = (next: readonly KeyedCondition[]) => {
    setConditions(next)
    onChange(writeConditions(next))
  }
  return (
    <fieldset className="rollup-conditions">
      <legend className="field-label">
        <Text source="Filters" />
      </legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          entity={meta.id}
          meta={meta}
          filters={{}}
          isLasting
          onChange={(next) => change(conditions.with(index, { key: condition.key, ...next }))}
          onRemove={() => change(conditions.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        variant="quiet"
        icon={<Icon name="add" />}
        onClick={() => change([...conditions, keyed({ fieldname: '', pair: null })])}
      >
        <Text source="Add Condition" />
      </Button>
    </fieldset>
  )
}

const keyed = (condition: DraftCondition): KeyedCondition => ({ key: crypto.randomUUID(), ...condition })

/** The conditions while they are edited: one that is not whole is not part of the filters yet. */
function useConditions(filters: unknown) {
  const read = (): readonly KeyedCondition[] | undefined => readConditions(filters)?.map(keyed)
  const [conditions, setConditions] = useState(read)
  const written = conditions && JSON.stringify(writeConditions(conditions))
  const stored = readConditions(filters)
  // The filters were changed from outside, by an undo or a reload.
  if (written !== (stored && JSON.stringify(writeConditions(stored)))) {
    const next = read()
    setConditions(next)
    return [next, setConditions] as const
  }
  return [conditions, setConditions] as const
}
