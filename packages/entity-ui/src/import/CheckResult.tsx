import type { ImportPlanResult } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox, ConfirmDialog, Icon } from '@tavla/ui'
import { useId, useState } from 'react'
import { ColumnSummary } from './ColumnSummary.tsx'
import { DownloadRefused } from './DownloadRefused.tsx'
import { Figures } from './Figures.tsx'
import type { ImportPlace } from './import-place.ts'
import { MissingLinksNote } from './MissingLinksNote.tsx'
import { PlanLines } from './PlanLines.tsx'
import { StepFrame } from './StepFrame.tsx'
import { optionsOf } from './targets.ts'
import { firstOutcome, usePlanRows } from './usePlanRows.ts'
import { useStart } from './useStart.ts'

/** Up to so many records, an import is all or nothing unless the person chooses otherwise. */
const wholeAtMost = 500

interface CheckResultProps {
  place: ImportPlace
  /** The job of the dry run. */
  id: string
  plan: ImportPlanResult
}

/** The fate of each line before anything is written: cells are mended here, and the import begins. */
export function CheckResult({ place, id, plan }: CheckResultProps) {
  const panel = useId()
  const { formatNumber } = useI18n()
  const rows = usePlanRows(id, { counts: plan.counts, outcome: firstOutcome(plan.counts) })
  const { counts } = rows
  const ready = counts.create + counts.update + counts.unchanged
  const [isWhole, setWhole] = useState(ready <= wholeAtMost)
  const start = useStart(place, id, plan)
  const begin = () => start.begin(counts.refused === 0 && isWhole ? 'stop' : 'skip')
  const [isAsking, setAsking] = useState(false)
  const back = () => {
    place.setOptions({ ...optionsOf(plan), ...place.options })
    place.toColumns(plan.file)
  }
  return (
    <StepFrame
      step="Check"
      fileName={plan.file_name}
      title={
        <>
          <Text source="Nothing has been written yet." /> <Text source="This is what the import would do." />
        </>
      }
      footer={
        <>
          <Button
            variant="quiet"
            icon={<Icon name="arrow_back" />}
            onClick={() => (rows.isMended ? setAsking(true) : back())}
          >
            <Text source="Back" />
          </Button>
          <span className="import-foot-note">
            <Text source="Written as one operation, which is undone as one." />
          </span>
          {counts.refused > 0 && <DownloadRefused meta={place.meta} job={id} plan={plan} />}
          <Button
            variant="primary"
            isPending={start.isPending}
            disabled={counts.create + counts.update === 0}
            onClick={() => void begin()}
          >
            <Text source="Import" /> <bdi>({formatNumber(ready)})</bdi>
          </Button>
        </>
      }
    >
      {start.error && (
        <p className="import-failure" role="alert" dir="auto">
          <ErrorMessage error={start.error} />
        </p>
      )}
      <Figures counts={counts} active={rows.outcome} panel={panel} onShow={rows.show} />
      {counts.refused > 0 ? (
        <p className="import-note">
          <Text source="Refused rows are left out, unless they are mended here." />
        </p>
      ) : (
        <Checkbox isChecked={isWhole} onChange={setWhole}>
          <Text source="All or nothing: a row that is refused meanwhile keeps everything out" />
        </Checkbox>
      )}
      <MissingLinksNote place={place} plan={plan} />
      <div id={panel} role="tabpanel" className="import-panel">
        <PlanLines meta={place.meta} plan={plan} rows={rows} canMend />
      </div>
      <ColumnSummary meta={place.meta} plan={plan} />
      {isAsking && (
        <ConfirmDialog
          message={
            <Text source="Another check reads the file anew, without the cells that were mended here. Go back?" />
          }
          reversal={null}
          confirmLabel={<Text source="Back" />}
          cancelLabel={<Text source="Stay" />}
          onConfirm={back}
          onCancel={() => setAsking(false)}
        />
      )}
    </StepFrame>
  )
}
