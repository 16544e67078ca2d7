import { textOf } from '@tavla/contract'
import type { TableRow } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { readLines } from './lines.ts'

/** Between which states a transition leads, in one line. */
export function TransitionSummary({ row }: { row: TableRow }) {
  const from = readLines(row.from_states)
  const to = textOf(row.to_state)
  return (
    <span className="transition-summary">
      <span>
        {from.length === 0 ? (
          <Text source="Any state" />
        ) : (
          from.map((state, index) => (
            <span key={state}>
              {index > 0 && ', '}
              <Text source={state} />
            </span>
          ))
        )}
      </span>
      <Icon name="arrow_forward" size="small" />
      <span>{to === '' ? '–' : <Text source={to} />}</span>
    </span>
  )
}
