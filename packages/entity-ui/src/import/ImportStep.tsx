import { jobCalls } from '@tavla/client'
import type { ImportResult } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect } from 'react'
import { useEnvironment } from '../environment.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { useJob } from '../jobs/useJob.ts'
import { AwayNote } from './AwayNote.tsx'
import { ImportEnd } from './ImportEnd.tsx'
import type { ImportPlace } from './import-place.ts'
import { StepFrame } from './StepFrame.tsx'
import { noteOnScreen } from './tell-end.ts'

interface ImportStepProps {
  place: ImportPlace
  /** The job of the import. */
  id: string
  /** The job of its dry run, while its lines are kept. */
  plan: string | undefined
}

/** The import that is under way, then what it wrote. */
export function ImportStep({ place, id, plan }: ImportStepProps) {
  const { client } = useEnvironment()
  const job = useJob<ImportResult>(id)
  useEffect(() => noteOnScreen(id), [id])
  if (job?.isOver) return <ImportEnd place={place} job={job} plan={plan} />
  const cancel = () =>
    void jobCalls(client)
      .cancel(id)
      .catch(() => undefined)
  return (
    <StepFrame
      step="Import"
      title={<Text source="The import is under way." />}
      footer={
        <>
          <span className="import-foot-note">
            <Text source="You may leave this page. The work goes on, and you find it again under Import." />
          </span>
          <Button onClick={cancel}>
            <Text source="Stop" />
          </Button>
        </>
      }
    >
      <AwayNote />
      {job && <JobProgress job={job} />}
    </StepFrame>
  )
}
