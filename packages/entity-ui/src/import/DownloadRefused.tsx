import { importCalls } from '@tavla/client/imports'
import { type ImportPlanResult, type ImportRow, limits, type Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { saveFile } from '../export/save-file.ts'
import { refusedCsv } from './refused-csv.ts'
import { labelOf, targetOf } from './targets.ts'

interface DownloadRefusedProps {
  meta: Meta
  /** The dry run or the import. */
  job: string
  plan: Pick<ImportPlanResult, 'columns' | 'file_name'>
}

/** Saves the refused lines with their reasons, to be mended in a spreadsheet and brought again. */
export function DownloadRefused({ meta, job, plan }: DownloadRefusedProps) {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const rows: ImportRow[] = []
      for (;;) {
        const query = { job, outcome: 'refused', limit_start: rows.length, limit_page_length: limits.pageCap } as const
        const answer = await importCalls(client).rows(query)
        rows.push(...answer.rows)
        if (answer.rows.length === 0 || rows.length >= answer.count) break
      }
      const columns = columnsOf(meta, plan, t)
      const content = new Blob([refusedCsv(columns, t('What is wrong'), rows)], { type: 'text/csv' })
      saveFile({ name: `${plan.file_name.replace(/\.\w+$/, '')} – ${t('Refused', undefined, 'records')}.csv`, content })
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button icon={<Icon name="download" />} isPending={isPending} onClick={() => void save()}>
      <Text source="Download the Refused Rows" />
    </Button>
  )
}

/** Heads by which an import finds the fields again: their labels, or the names where two have one label. */
function columnsOf(meta: Meta, { columns }: DownloadRefusedProps['plan'], t: Parameters<typeof labelOf>[0]) {
  const names = columns.flatMap(({ fieldname }) => fieldname ?? [])
  const labels = names.map((name) => labelOf(t, targetOf(meta, name)))
  const isOnlyOne = (label: string) => labels.filter((one) => one === label).length === 1
  return names.map((name, at) => ({ name, head: isOnlyOne(labels[at] ?? '') ? (labels[at] ?? name) : name }))
}
