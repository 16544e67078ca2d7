import { exportQuery } from '@tavla/client'
import { workplaceCalls } from '@tavla/client/workplace'
import type { Neighbours } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { IconButton, useShortcut } from '@tavla/ui'
import { useEntity, useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { useListEvents } from '../record-tabs/useListEvents.ts'
import './record-steps.css'

export interface RecordStepsProps {
  entity: string
  id: string
  onStep: (id: string) => void
}

const unknown: Neighbours = { previous: null, next: null, position: null, count: null }

/** The record's place in the list behind it, and the ways to those beside it (reference: screens, Detail form). */
export function RecordSteps({ entity, id, onStep }: RecordStepsProps) {
  const { t, formatNumber } = useI18n()
  const { client } = useEnvironment()
  const [state, store] = useEntity(entity)
  const { filters, search, order_by } = exportQuery(state, 'shown')
  const query = { filters, ...(search && { search }), ...(order_by && { order_by }) }
  const isListed = state.status === 'ready'
  const read = async () => (isListed ? workplaceCalls(client).neighbours(entity, id, query) : unknown)
  const { value = unknown, reload } = useReading(`${id}\n${isListed}\n${JSON.stringify(query)}`, read)
  useListEvents(entity, reload)
  const { previous, next, position, count } = value
  const step = (to: string | null) => () => {
    if (to !== null) onStep(to)
  }
  useShortcut('[', step(previous), { isEnabled: previous !== null, label: t('Previous record') })
  useShortcut(']', step(next), { isEnabled: next !== null, label: t('Next record') })
  // J and K walk through the rows that are loaded; beyond them they lead on as the buttons do.
  const rows = store.rowsShown()
  const at = rows.findIndex((row) => row.id === id)
  const isEdge = (to: string | null, row: number) => to !== null && (at < 0 || rows[row] === undefined)
  useShortcut('j', step(next), { isEnabled: isEdge(next, at + 1), label: t('Next record') })
  useShortcut('k', step(previous), { isEnabled: isEdge(previous, at - 1), label: t('Previous record') })
  return (
    <div className="record-steps">
      <span className="record-place numeric">
        {position !== null && count !== null && (
          <Text source="{0} of {1}" args={[formatNumber(position), formatNumber(count)]} />
        )}
      </span>
      <IconButton
        icon="keyboard_arrow_up"
        size="small"
        label={t('Previous record')}
        disabled={previous === null}
        onClick={step(previous)}
      />
      <IconButton
        icon="keyboard_arrow_down"
        size="small"
        label={t('Next record')}
        disabled={next === null}
        onClick={step(next)}
      />
    </div>
  )
}
