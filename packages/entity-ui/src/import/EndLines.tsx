import type { ImportCounts, ImportPlanResult } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { useId } from 'react'
import { DownloadRefused } from './DownloadRefused.tsx'
import { Figures } from './Figures.tsx'
import type { ImportPlace } from './import-place.ts'
import { PlanLines } from './PlanLines.tsx'
import { firstOutcome, usePlanRows } from './usePlanRows.ts'

interface EndLinesProps {
  place: ImportPlace
  /** The job of the import. */
  id: string
  counts: ImportCounts
  /** Its dry run; without it the lines are no longer kept. */
  planned: ImportPlanResult | undefined
}

/** The lines of an import that has ended, by what became of them. */
export function EndLines({ place, id, counts, planned }: EndLinesProps) {
  const panel = useId()
  const rows = usePlanRows(id, { counts, outcome: firstOutcome(counts) })
  return (
    <>
      <Figures counts={counts} active={rows.outcome} panel={panel} isDone onShow={rows.show} />
      {planned && (
        <div id={panel} role="tabpanel" className="import-panel">
          <PlanLines meta={place.meta} plan={planned} rows={rows} />
        </div>
      )}
      {planned && counts.refused > 0 && (
        <div className="import-again">
          <DownloadRefused meta={place.meta} job={id} plan={planned} />
          <span className="import-note">
            <Text source="Mend them in a spreadsheet, and import that file: only these rows are in it." />
          </span>
        </div>
      )}
    </>
  )
}
