import type { ImportOptions } from '@tavla/contract'
import { ErrorMessage, scopeOf, Text, TextScope, useI18n } from '@tavla/i18n/react'
import { EmptyState, Skeleton } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { canImport } from './can-import.ts'
import { FileStep } from './FileStep.tsx'
import { ImportOfJob } from './ImportOfJob.tsx'
import type { ImportPlace } from './import-place.ts'
import { rulesOf } from './targets.ts'
import './import.css'
import './import-tables.css'

export interface ImportScreenProps {
  entity: string
  /** Address of this screen for the entity. */
  baseRoute: string
  /** Address of the entity's list. */
  listRoute: string
  /** The uploaded file in the address. */
  file: string | undefined
  /** The dry run or the import in the address. */
  job: string | undefined
}

/**
 * Brings records from a file: the file, its columns, a look at what would happen, and the import (reference: screens,
 * Import).
 */
export default function ImportScreen({ entity, baseRoute, listRoute, file, job }: ImportScreenProps) {
  const { t } = useI18n()
  const { client, navigate } = useEnvironment()
  const meta = useReading(`meta of ${entity}`, () => client.metas.get(entity))
  // A choice stays while the person goes back and forth.
  const [options, setOptions] = useState<ImportOptions>({})
  if (meta.value === undefined) {
    return readingStatus(meta) === 'loading' ? (
      <Skeleton shape="form" label={t('Loading…')} />
    ) : (
      <EmptyState kind="failed" title={meta.error && <ErrorMessage error={meta.error} />} />
    )
  }
  if (!canImport(meta.value)) {
    return (
      <EmptyState
        kind="noRight"
        title={<Text source="Records of {0} cannot be imported." args={[{ translate: entity, context: entity }]} />}
      />
    )
  }
  const toColumns = (address: string) => navigate(`${baseRoute}?file=${encodeURIComponent(address)}`)
  const place: ImportPlace = {
    meta: meta.value,
    options,
    setOptions,
    list: listRoute,
    toFile: () => navigate(baseRoute),
    toColumns,
    toNewFile(address) {
      setOptions(rulesOf(options))
      toColumns(address)
    },
    toJob: (id, how) => navigate(`${baseRoute}/${encodeURIComponent(id)}`, how),
  }
  return (
    <TextScope value={scopeOf(entity)}>
      {job !== undefined ? (
        <ImportOfJob key={job} place={place} id={job} />
      ) : file !== undefined ? (
        <ColumnsStep key={file} place={place} file={file} />
      ) : (
        <FileStep place={place} />
      )}
    </TextScope>
  )
}
