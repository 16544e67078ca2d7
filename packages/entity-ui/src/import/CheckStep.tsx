import { jobCalls } from '@tavla/client'
import type { ImportPlanResult } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { useJob } from '../jobs/useJob.ts'
import { AwayNote } from './AwayNote.tsx'
import { CheckResult } from './CheckResult.tsx'
import type { ImportPlace } from './import-place.ts'
import { StepFrame } from './StepFrame.tsx'

/** The dry run of an import: its progress, then each line with its fate. */
export function CheckStep({ place, id }: { place: ImportPlace; id: string }) {
  const { client } = useEnvironment()
  const job = useJob<ImportPlanResult>(id)
  const { status = 'Waiting', result, isOver = false } = job ?? {}
  if (status === 'Done' && result?.plan_id) {
    return <CheckResult place={place} id={id} plan={result as ImportPlanResult} />
  }
  const cancel = () =>
    void jobCalls(client)
      .cancel(id)
      .catch(() => undefined)
  return (
    <StepFrame
      step="Check"
      fileName={result?.file_name}
      title={<Text source={isOver ? 'The check did not come to its end.' : 'The file is being checked.'} />}
      footer={
        isOver ? (
          <Button icon={<Icon name="arrow_back" />} onClick={place.toFile}>
            <Text source="Back" />
          </Button>
        ) : (
          <>
            <span className="import-foot-note">
              <Text source="You may leave this page. The work goes on, and you find it again under Import." />
            </span>
            <Button onClick={cancel}>
              <Text source="Stop" />
            </Button>
          </>
        )
      }
    >
      <p className="import-note">
        <Text source="Nothing has been written yet." />
      </p>
      {isOver ? (
        <p className="import-failure" role="alert" dir="auto">
          {result?.message ?? <Text source={status} />}
        </p>
      ) : (
        <>
          <AwayNote />
          {job && <JobProgress job={job} />}
        </>
      )}
    </StepFrame>
  )
}
