import { type ApiError, toApiError } from '@tavla/client'
import { importCalls } from '@tavla/client/imports'
import type { ImportColumnsAnswer, ImportOptions } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, Skeleton } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { ColumnTable } from './ColumnTable.tsx'
import type { ImportPlace } from './import-place.ts'
import { ReadingChoices } from './ReadingChoices.tsx'
import { StepFrame } from './StepFrame.tsx'
import { mappingOf } from './targets.ts'
import { useColumns } from './useColumns.ts'
import { WriteChoices } from './WriteChoices.tsx'

/** How the file is read, which field each column fills, and what its lines do. */
export function ColumnsStep({ place, file }: { place: ImportPlace; file: string }) {
  const { t } = useI18n()
  const { meta, options, setOptions } = place
  const { value: form, error, isReading, reload } = useColumns(meta.id, file, options)
  const check = useCheck(place, file, form)
  const change = (some: Partial<ImportOptions>) => {
    check.clear()
    setOptions({ ...options, ...some })
  }
  const failure = check.error ?? (isReading ? undefined : error)
  return (
    <StepFrame
      step="Columns"
      fileName={nameOf(file)}
      title={<Text source="Which column is which field?" />}
      footer={
        <>
          <Button variant="quiet" icon={<Icon name="arrow_back" />} onClick={place.toFile}>
            <Text source="Back" />
          </Button>
          <span className="import-foot-note">
            <Text source="The check writes nothing." />
          </span>
          <Button variant="primary" isPending={check.isPending} disabled={!form} onClick={() => void check.start()}>
            <Text source="Check the File" />
          </Button>
        </>
      }
    >
      {failure && (
        <p className="import-failure" role="alert" dir="auto">
          <ErrorMessage error={failure} />{' '}
          {error && !isReading && (
            <Button size="small" onClick={() => void reload()}>
              <Text source="Retry" />
            </Button>
          )}
        </p>
      )}
      {form ? (
        <>
          {form.remembered === 1 && (
            <p className="import-note">
              <Text source="The columns are as you chose them for such a file last time." />
            </p>
          )}
          <ReadingChoices form={form} options={options} onChange={change} />
          <ColumnTable meta={meta} form={form} options={options} onChange={change} />
          <WriteChoices meta={meta} form={form} options={options} onChange={change} />
        </>
      ) : (
        isReading && <Skeleton shape="rows" lines={8} label={t('Loading…')} />
      )}
    </StepFrame>
  )
}

/** Starts the dry run with all that stands on the screen, so that the choice is remembered for such a file. */
function useCheck(place: ImportPlace, file: string, form: ImportColumnsAnswer | undefined) {
  const { client } = useEnvironment()
  const [error, setError] = useState<ApiError>()
  const [isPending, setPending] = useState(false)
  const start = async () => {
    if (!form) return
    const { options, meta } = place
    const { mode, key } = form
    setPending(true)
    try {
      const asked = { ...{ mode, key }, ...options, mapping: mappingOf(form, options) }
      place.toJob(await importCalls(client).plan(meta.id, file, asked))
    } catch (failure) {
      setError(toApiError(failure))
    } finally {
      setPending(false)
    }
  }
  return { start, error, isPending, clear: () => setError(undefined) }
}

/** The name in the address of a file, without the mark that makes it unique. */
const nameOf = (file: string) =>
  decodeURIComponent(file.split('/').at(-1) ?? '').replace(/-[0-9a-f]{6,64}(?=(?:\.[A-Za-z0-9]{1,10})?$)/, '')
