import { textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Pill } from '@tavla/ui'
import type { ComparedRecord, RecordsByState } from './backup-calls.ts'
import { StateWord } from './StateChoice.tsx'

interface RecordLinesProps {
  found: RecordsByState
  compared: ReadonlyMap<string, ComparedRecord>
  /** Others are about to take their place. */
  isReading: boolean
  chosen: ReadonlySet<string>
  isSingle: boolean
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Records of a backup with their states, to be chosen one by one, or all that are shown. */
export function RecordLines({ found, compared, isReading, chosen, isSingle, onChoose }: RecordLinesProps) {
  const { t } = useI18n()
  const { data: records, title_field: titleField } = found
  const taken = records.filter(({ id }) => chosen.has(id)).length
  const toggle = (id: string) => {
    const others = isSingle ? [] : [...chosen].filter((one) => one !== id)
    onChoose(new Set(chosen.has(id) ? others : [...others, id]))
  }
  const toggleAll = (isChosen: boolean) => {
    const shown = new Set(records.map(({ id }) => id))
    onChoose(isChosen ? chosen.union(shown) : chosen.difference(shown))
  }
  return (
    <>
      {!isSingle && records.length > 1 && (
        <Checkbox
          isChecked={taken === records.length}
          isMixed={taken > 0 && taken < records.length}
          onChange={toggleAll}
        >
          <Text source="Select All" />
        </Checkbox>
      )}
      <ul className="restore-records" aria-label={t('Records')} aria-busy={isReading}>
        {records.map((record) => (
          <li key={record.id}>
            <Checkbox isChecked={chosen.has(record.id)} onChange={() => toggle(record.id)}>
              <bdi>{textOf(record[titleField]) || record.id}</bdi>
            </Checkbox>
            <StatePill compared={compared.get(record.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

const colors = { Missing: 'Red', Changed: 'Orange', Same: 'Gray' } as const

function StatePill({ compared }: { compared: ComparedRecord | undefined }) {
  if (!compared) return null
  return (
    <Pill color={colors[compared.state]}>
      <StateWord state={compared.state} />
    </Pill>
  )
}
