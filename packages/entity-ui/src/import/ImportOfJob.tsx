import { ApiError, jobCalls } from '@tavla/client'
import { importCalls } from '@tavla/client/imports'
import type { EntityRecord, ImportRowsAnswer } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton } from '@tavla/ui'
import { useEffect } from 'react'
import { useEnvironment } from '../environment.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import { CheckStep } from './CheckStep.tsx'
import { ImportStep } from './ImportStep.tsx'
import type { ImportPlace } from './import-place.ts'

/** The dry run or the import in the address, whichever the job is; a dry run whose import has begun leads to it. */
export function ImportOfJob({ place, id }: { place: ImportPlace; id: string }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const reading = useReading(id, async () => {
    const record = await jobCalls(client).get(id)
    // An import knows its total from the start; a dry run has no lines to tell of before it has one.
    const hasLines = Number(record.total) > 0 || record.ended !== null
    return {
      record,
      rows: hasLines ? await rowsOf(importCalls(client).rows({ job: id, limit_page_length: 1 })) : undefined,
    }
  })
  const commit = reading.value?.rows?.commit ?? null
  const isPassed = commit !== null && commit !== id
  useEffect(() => {
    if (isPassed) place.toJob(commit, { replace: true })
  })
  if (!reading.value || isPassed) {
    return readingStatus(reading) === 'loading' || isPassed ? (
      <Skeleton shape="rows" lines={8} label={t('Loading…')} />
    ) : (
      <EmptyState
        kind="failed"
        title={reading.error && <ErrorMessage error={reading.error} />}
        action={
          <Button onClick={() => void reading.reload()}>
            <Text source="Retry" />
          </Button>
        }
      />
    )
  }
  const { record, rows } = reading.value
  if (commit === id || isFinishedImport(record)) return <ImportStep place={place} id={id} plan={rows?.job} />
  return <CheckStep place={place} id={id} />
}

/** Undefined when nothing is kept of the job's lines any more. */
async function rowsOf(asked: Promise<ImportRowsAnswer>): Promise<ImportRowsAnswer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return undefined
    throw error
  }
}

/** A result without columns is that of an import. */
const isFinishedImport = ({ result }: EntityRecord) =>
  typeof result === 'object' &&
  result !== null &&
  !('columns' in result) &&
  ('counts' in result || 'plan_job' in result)
