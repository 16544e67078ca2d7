import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Skeleton } from '@tavla/ui'
import { FateTable } from './FateTable.tsx'
import { Pager } from './Pager.tsx'
import type { PlanLinesProps } from './plan-lines-props.ts'
import { RefusedTable } from './RefusedTable.tsx'

/** The lines of one outcome: what is wrong with the refused ones, else what is written. */
export function PlanLines(props: PlanLinesProps) {
  const { t } = useI18n()
  const { rows: all } = props
  const { rows, outcome, reading } = all
  if (reading.error && !rows) {
    return (
      <p className="import-failure" role="alert" dir="auto">
        <ErrorMessage error={reading.error} />{' '}
        <Button size="small" onClick={() => void reading.reload()}>
          <Text source="Retry" />
        </Button>
      </p>
    )
  }
  if (!rows) return <Skeleton shape="rows" lines={6} label={t('Loading…')} />
  if (rows.length === 0) {
    return (
      <p className="import-note">
        <Text source="None" />
      </p>
    )
  }
  return (
    <>
      {outcome === 'refused' ? <RefusedTable {...props} lines={rows} /> : <FateTable {...props} lines={rows} />}
      <Pager rows={all} />
    </>
  )
}
