import { type EntityState, exportRecords, selectedCount } from '@tavla/client'
import type { ExportFormat, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Dialog, FormFoot, Select } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { isNarrowed } from '../list/narrowed.ts'
import { ExportJob } from './ExportJob.tsx'
import { type ExportChoice, type ExportScope, hasTables, queryOfChoice } from './export-choice.ts'
import { saveFile } from './save-file.ts'
import './export.css'

interface ExportWindowProps {
  state: EntityState
  meta: Meta
  onClose: () => void
}

/** Saves records of a list to a file: which ones, which fields, in which format (reference: screens, Export). */
export default function ExportWindow({ state, meta, onClose }: ExportWindowProps) {
  const { client, onError } = useEnvironment()
  const [choice, setChoice] = useState<ExportChoice>({
    scope: state.selected.length > 0 ? 'selected' : 'shown',
    format: 'xlsx',
    columns: 'shown',
    withId: false,
    withTables: false,
  })
  const [isPending, setPending] = useState(false)
  const [job, setJob] = useState<string | null>(null)
  const leaving = useLeaving()

  const begin = async () => {
    setPending(true)
    const { signal } = leaving.current
    try {
      const answer = await exportRecords(client.host, state.entity, queryOfChoice(choice, state, meta), signal)
      if ('job' in answer) return setJob(answer.job)
      saveFile(answer)
      onClose()
    } catch (error) {
      if (!signal.aborted) onError(error)
    } finally {
      setPending(false)
    }
  }

  if (job !== null) return <ExportJob id={job} onClose={onClose} />
  return (
    <Dialog
      title={<Text source="Export" />}
      size="small"
      onClose={onClose}
      onSubmit={() => void begin()}
      footer={
        <FormFoot onCancel={onClose} isPending={isPending}>
          <Text source="Export" />
        </FormFoot>
      }
    >
      <ExportForm
        choice={choice}
        state={state}
        meta={meta}
        onChange={(change) => setChoice({ ...choice, ...change })}
      />
    </Dialog>
  )
}

/** Aborted when the window is gone. */
function useLeaving() {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const current = new AbortController()
    leaving.current = current
    return () => current.abort()
  }, [])
  return leaving
}

interface ExportFormProps {
  choice: ExportChoice
  state: EntityState
  meta: Meta
  onChange: (change: Partial<ExportChoice>) => void
}

function ExportForm({ choice, state, meta, onChange }: ExportFormProps) {
  const { t } = useI18n()
  const scopes = useScopes(state)
  return (
    <div className="export-form">
      <Select
        label={<Text source="Records" />}
        options={scopes}
        value={choice.scope}
        onChange={(scope) => onChange({ scope: scope as ExportScope })}
      />
      <Select
        label={<Text source="Format" />}
        options={formats.map(([value, source]) => ({ value, label: t(source), source }))}
        value={choice.format}
        onChange={(format) => onChange({ format: format as ExportFormat })}
      />
      <Select
        label={<Text source="Columns" />}
        options={[
          { value: 'shown', label: t('Shown Fields'), source: 'Shown Fields' },
          { value: 'all', label: t('All Fields'), source: 'All Fields' },
        ]}
        value={choice.columns}
        onChange={(columns) => onChange({ columns: columns === 'all' ? 'all' : 'shown' })}
      />
      <div className="export-extras">
        {choice.format !== 'ndjson' && (
          <Checkbox isChecked={choice.withId} onChange={(withId) => onChange({ withId })}>
            <Text source="With the ID" />
          </Checkbox>
        )}
        {hasTables(meta) && choice.format !== 'csv' && (
          <Checkbox isChecked={choice.withTables} onChange={(withTables) => onChange({ withTables })}>
            <Text source="With rows of tables" />
          </Checkbox>
        )}
      </div>
    </div>
  )
}

const formats = [
  ['xlsx', 'Excel workbook'],
  ['csv', 'CSV text'],
  ['ndjson', 'JSON lines'],
] as const

/** The choices of records that make a difference for this list. */
function useScopes(state: EntityState) {
  const { t } = useI18n()
  const { selected, listInfo } = state
  const count = selectedCount(state)
  const scope = (value: ExportScope, label: string) => ({ value, label })
  return [
    ...(selected.length > 0 ? [scope('selected', t('{0} selected', [count]))] : []),
    scope('shown', t('As in the list: {0}', [listInfo.totalCount])),
    ...(isNarrowed(state) ? [scope('all', t('All Records'))] : []),
  ]
}
