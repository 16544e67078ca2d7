import { textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, EmptyState, Pill, SearchField } from '@tavla/ui'
import { useState } from 'react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { type ComparedRecord, compareRecords, listBackupRecords } from './backup-calls.ts'
import { ConfirmRestore } from './ConfirmRestore.tsx'
import { FieldDifference } from './FieldDifference.tsx'

/** Chooses records of the backup; one alone shows its fields then and now, and can come back in part. */
export function RecordChoice({ backup, entity }: { backup: string; entity: string }) {
  const { t, formatNumber } = useI18n()
  const mayRestore = hasLevel(useActiveProject().project, 'Manage')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Null for all that differ. */
  const [fields, setFields] = useState<ReadonlySet<string> | null>(null)
  const reading = useLiveReading(`${backup}\n${entity}\n${search}`, () => readPage(backup, entity, search))
  const { value } = reading
  const toggle = (id: string) => {
    setFields(null)
    // Without restoring there is no use for several: one shows its fields.
    const others = mayRestore ? [...chosen] : []
    setChosen(new Set(chosen.has(id) ? others.filter((one) => one !== id) : [...others, id]))
  }
  const [only = ''] = chosen
  const alone = chosen.size === 1 ? value?.compared.get(only) : undefined
  const part = alone?.state === 'Changed' && fields !== null ? [...fields] : undefined
  return (
    <>
      <SearchField label={t('Search')} value={typed} onChange={setTyped} onSearch={setSearch} />
      {!value ? (
        <PanelState reading={reading} shape="rows" />
      ) : value.records.length === 0 ? (
        <EmptyState kind="noResult" title={<Text source="No results" />} />
      ) : (
        <ul className="restore-records" aria-label={t('Records')}>
          {value.records.map((record) => (
            <li key={record.id}>
              <Checkbox isChecked={chosen.has(record.id)} onChange={() => toggle(record.id)}>
                <bdi>{textOf(record[value.titleField]) || record.id}</bdi>
              </Checkbox>
              <StatePill compared={value.compared.get(record.id)} />
            </li>
          ))}
        </ul>
      )}
      {value && value.records.length < value.count && (
        <p className="restore-note">
          <Text source="{0} of {1}" args={[value.records.length, value.count].map((one) => formatNumber(one, 0))} />
        </p>
      )}
      {alone?.state === 'Changed' && (
        <FieldDifference
          {...{ backup, entity }}
          record={alone}
          chosen={fields}
          onChange={mayRestore ? setFields : undefined}
        />
      )}
      {mayRestore && (
        <ConfirmRestore
          what={{ backup, entity, ids: [...chosen], ...(part && { fields: part }) }}
          count={part?.length === 0 ? 0 : chosen.size}
          onDone={() => void reading.reload()}
        />
      )}
    </>
  )
}

async function readPage(backup: string, entity: string, search: string) {
  const { data: records, count, title_field: titleField } = await listBackupRecords(backup, entity, search, 0)
  const ids = records.map(({ id }) => id)
  const compared = ids.length === 0 ? [] : await compareRecords(backup, entity, ids)
  return { records, count, titleField, compared: new Map(compared.map((one) => [one.id, one])) }
}

const colors = { Missing: 'Red', Changed: 'Orange', Same: 'Gray' } as const

function StatePill({ compared }: { compared: ComparedRecord | undefined }) {
  if (!compared) return null
  const { state } = compared
  return (
    <Pill color={colors[state]}>
      <Text source={state} {...(state === 'Changed' && { context: 'comparison' })} />
    </Pill>
  )
}
