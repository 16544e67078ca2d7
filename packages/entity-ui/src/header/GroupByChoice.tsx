import type { EntityState, EntityStore } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Select } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { type GroupPeriod, groupByText, groupFields, hasGroups, isDay, readGroupBy } from '../groups/group-choice.ts'
import { useFoldedGroups } from '../groups/useFoldedGroups.ts'

interface GroupByChoiceProps {
  state: EntityState
  store: EntityStore
  meta: Meta
}

const periodWords: readonly (readonly [GroupPeriod, label: string])[] = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
  ['quarter', 'Quarter'],
  ['year', 'Year'],
]

/** The field by whose values the list is grouped, and the period of a day (reference: screens, Sums and groups). */
export function GroupByChoice({ state, store, meta }: GroupByChoiceProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const { foldAll } = useFoldedGroups(state)
  const fields = groupFields(meta)
  if (!hasGroups(state.layout) || fields.length === 0) return null
  const choice = readGroupBy(meta, state.groupBy)
  const set = (groupBy: string) => void store.setGroupBy(groupBy).catch(onError)
  const choose = (name: string) => {
    const field = fields.find(({ fieldname }) => fieldname === name)
    set(field ? groupByText(field, choice?.period) : '')
  }
  return (
    <div className="list-order">
      <Select
        label={<Text source="Group By" />}
        options={[
          { value: '', label: t('No Groups'), source: 'No Groups' },
          ...fields.map(({ fieldname, label }) => ({ value: fieldname, label: t(label), source: label })),
        ]}
        value={choice?.field.fieldname ?? ''}
        onChange={choose}
      />
      {choice && isDay(choice.field) && (
        <Select
          aria-label={t('Period')}
          options={periodWords.map(([value, label]) => ({ value, label: t(label), source: label }))}
          value={choice.period ?? 'month'}
          onChange={(period) => set(groupByText(choice.field, period as GroupPeriod))}
        />
      )}
      {choice && (
        <div className="list-folding">
          <Button size="small" variant="quiet" onClick={() => foldAll(true)}>
            <Text source="Collapse All" />
          </Button>
          <Button size="small" variant="quiet" onClick={() => foldAll(false)}>
            <Text source="Expand All" />
          </Button>
        </div>
      )}
    </div>
  )
}
