import type { ImportResult } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import type { FollowedJob } from '../jobs/follow-job.ts'
import { questionUndo } from '../undo/question-undo.ts'
import { EndLines } from './EndLines.tsx'
import type { ImportPlace } from './import-place.ts'
import { StepFrame } from './StepFrame.tsx'
import { usePlanOf } from './usePlanOf.ts'

interface ImportEndProps {
  place: ImportPlace
  job: FollowedJob<ImportResult>
  /** The job of its dry run, while its lines are kept. */
  plan: string | undefined
}

/** The end of an import: its numbers, its undo, and the lines that it left out. */
export function ImportEnd({ place, job, plan }: ImportEndProps) {
  const { t } = useI18n()
  const { client, navigate } = useEnvironment()
  const { status, result, operation } = job
  const planned = usePlanOf(plan ?? result?.plan_job)
  const counts = result?.counts
  const written = counts ? counts.create + counts.update : 0
  const undo = () => {
    if (operation !== undefined) void questionUndo(t, { host: client.host, id: operation }, () => undefined)
  }
  return (
    <StepFrame
      step="Import"
      fileName={planned?.file_name}
      title={<Text source={titleOf(status, written)} />}
      footer={
        <>
          <Button variant="quiet" onClick={place.toFile}>
            <Text source="Import Another File" />
          </Button>
          <span className="import-foot-note" />
          {written > 0 && operation !== undefined && (
            <Button onClick={undo}>
              <Text source="Undo" />
            </Button>
          )}
          {written === 0 && result?.plan_job !== undefined && (
            <Button variant="primary" onClick={() => place.toJob(result.plan_job ?? '')}>
              <Text source="Back to the Check" />
            </Button>
          )}
          {written > 0 && (
            <Button variant="primary" onClick={() => navigate(place.list)}>
              <Text source="Open the List" />
            </Button>
          )}
        </>
      }
    >
      {result?.message !== undefined && (
        <p className="import-failure" role="alert" dir="auto">
          {result.message}
        </p>
      )}
      {counts && (
        <EndLines place={place} id={job.id} counts={counts} planned={status === 'Done' ? planned : undefined} />
      )}
    </StepFrame>
  )
}

function titleOf(status: string, written: number): string {
  if (status === 'Done') return 'The import is done.'
  if (written > 0) return 'The import was stopped. What was written until then stays, and can be undone.'
  return 'Nothing was written.'
}
