import type { ImportCounts, ImportOutcome } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { moveFocus } from '@tavla/ui'

const figures: readonly { outcome: ImportOutcome; planned: string; done: string }[] = [
  { outcome: 'refused', planned: 'Refused', done: 'Refused' },
  { outcome: 'create', planned: 'Will be created', done: 'Created' },
  { outcome: 'update', planned: 'Will be changed', done: 'Changed' },
  { outcome: 'unchanged', planned: 'Unchanged', done: 'Unchanged' },
]

interface FiguresProps {
  counts: ImportCounts
  active: ImportOutcome
  isDone?: boolean
  /** Id of the panel below. */
  panel: string
  onShow(outcome: ImportOutcome): void
}

/** How many records meet which fate; each figure is a tab over the lines below. */
export function Figures({ counts, active, isDone = false, panel, onShow }: FiguresProps) {
  const { t, formatNumber } = useI18n()
  return (
    <div
      className="import-figures"
      role="tablist"
      aria-label={t('Outcome')}
      tabIndex={-1}
      onKeyDown={(event) => moveFocus(event, '[role="tab"]', 'horizontal')?.click()}
    >
      {figures.map(({ outcome, planned, done }) => (
        <button
          key={outcome}
          type="button"
          role="tab"
          aria-selected={outcome === active}
          aria-controls={panel}
          tabIndex={outcome === active ? 0 : -1}
          data-outcome={counts[outcome] > 0 ? outcome : 'none'}
          onClick={() => onShow(outcome)}
        >
          <span className="import-figure numeric">{formatNumber(counts[outcome])}</span>
          <Text source={isDone ? done : planned} context="records" />
        </button>
      ))}
    </div>
  )
}
