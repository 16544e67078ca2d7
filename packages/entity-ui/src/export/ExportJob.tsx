import { jobCalls } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, Dialog, Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import type { FollowedJob } from '../jobs/follow-job.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { useJob } from '../jobs/useJob.ts'

interface ExportJobProps {
  id: string
  onClose: () => void
}

/** How far an export of many records is, and its file once it is made. The job goes on when the window is closed. */
export function ExportJob({ id, onClose }: ExportJobProps) {
  const { client, onError } = useEnvironment()
  const job = useJob(id)
  const isOver = job?.isOver === true
  const cancel = () => {
    jobCalls(client).cancel(id).then(onClose, onError)
  }
  return (
    <Dialog
      title={<Text source="Export" />}
      size="small"
      onClose={onClose}
      footer={
        <>
          {!isOver && (
            <Button onClick={cancel}>
              <Text source="Cancel Export" />
            </Button>
          )}
          <Button variant={isOver ? 'secondary' : 'primary'} onClick={onClose}>
            <Text source="Close" />
          </Button>
        </>
      }
    >
      <div className="export-job">
        {job && !isOver && (
          <>
            <JobProgress job={job} />
            <p className="export-hint">
              <Text source="You can close this window. The file stays with its job for a day." />
            </p>
          </>
        )}
        <div role="status">{isOver && <ExportEnd job={job} />}</div>
      </div>
    </Dialog>
  )
}

function ExportEnd({ job: { file, result, status } }: { job: FollowedJob }) {
  const { client } = useEnvironment()
  if (file === undefined) return <p>{result?.message ?? <Text source={status} />}</p>
  return (
    <>
      <p>
        <Text source="The file is ready." />
      </p>
      <a className="button" data-variant="primary" href={client.fileUrl(file)} download={result?.file_name ?? true}>
        <Icon name="download" />
        <span className="button-text">
          <Text source="Download" />
        </span>
      </a>
    </>
  )
}
