import { Text, useI18n } from '@tavla/i18n/react'
import { useId } from 'react'
import type { AskedState, RecordState, RecordsByState } from './backup-calls.ts'

interface StateChoiceProps {
  found: Pick<RecordsByState, 'states' | 'total'>
  shown: AskedState
  onChange: (state: AskedState) => void
}

/** How many records are missing and how many have changed; a press shows these alone, or all. */
export function StateChoice({ found: { states, total }, shown, onChange }: StateChoiceProps) {
  const { t, formatNumber } = useI18n()
  const name = useId()
  const figures = [
    ['Missing', states.Missing],
    ['Changed', states.Changed],
    ['All', total],
  ] as const
  return (
    <div role="radiogroup" aria-label={t('Status')} className="restore-figures">
      {figures.map(([state, number]) => (
        <label key={state}>
          <input type="radio" name={name} checked={shown === state} onChange={() => onChange(state)} />
          <span>{state === 'All' ? <Text source="All" /> : <StateWord state={state} />}</span>
          <strong>{formatNumber(number, 0)}</strong>
        </label>
      ))}
    </div>
  )
}

export const StateWord = ({ state }: { state: RecordState }) => (
  <Text source={state} {...(state === 'Changed' && { context: 'comparison' })} />
)
