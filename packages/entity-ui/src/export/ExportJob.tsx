import { jobCalls } from '@tavla/client'
import { type EntityRecord, textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, Icon, ProgressBar } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'

/** Milliseconds between two looks at a job. */
const lookEvery = 1_000

interface ExportJobProps {
  id: string
  onClose: () => void
}

/** How far an export of many records is, and its file once it is made. The job goes on when the window is closed. */
export function ExportJob({ id, onClose }: ExportJobProps) {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  const job = useJob(id)
  const { total, done, status }: Partial<EntityRecord> = job ?? {}
  const isOver = status !== undefined && !underWay.has(textOf(status))
  const share = Number(total) > 0 ? Number(done) / Number(total) : undefined
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
      <div className="export-job" role="status">
        {!isOver && (
          <>
            <ProgressBar value={share} label={t('Export')} />
            <p>
              <Text source="{0} of {1} records" args={[Number(done ?? 0), Number(total ?? 0)]} />
            </p>
            <p className="export-hint">
              <Text source="You can close this window. The file stays with its job for a day." />
            </p>
          </>
        )}
        {isOver && job && <ExportEnd job={job} />}
      </div>
    </Dialog>
  )
}

function ExportEnd({ job }: { job: EntityRecord }) {
  const { client } = useEnvironment()
  const { message, file_name } = (job.result ?? {}) as { message?: string; file_name?: string }
  if (typeof job.file !== 'string') {
    return message === undefined ? <Text source={textOf(job.status)} /> : <p>{message}</p>
  }
  return (
    <>
      <p>
        <Text source="The file is ready." />
      </p>
      <a className="button" data-variant="primary" href={client.fileUrl(job.file)} download={file_name ?? true}>
        <Icon name="download" />
        <span className="button-text">
          <Text source="Download" />
        </span>
      </a>
    </>
  )
}

const underWay: ReadonlySet<string> = new Set(['Waiting', 'Running', 'Interrupted'])

/** The record of a job, read again until it is over. */
function useJob(id: string): EntityRecord | undefined {
  const { client } = useEnvironment()
  const [job, setJob] = useState<EntityRecord>()
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const read = await jobCalls(client)
        .get(id, leaving.signal)
        .catch(() => undefined)
      if (leaving.signal.aborted) return
      if (read) setJob(read)
      if (!read || underWay.has(textOf(read.status))) timer = setTimeout(look, lookEvery)
    }
    void look()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [client, id])
  return job
}
