import { type ApiError, toApiError } from '@tavla/client'
import { importCalls } from '@tavla/client/imports'
import type { ImportPlanResult } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import type { ImportPlace } from './import-place.ts'
import { labelOf, optionsOf, targetOf } from './targets.ts'

/** Names of missing records that are shown. */
const shown = 5

/** The links that lead to no record, and the offer to make those records. */
export function MissingLinksNote({ place, plan }: { place: ImportPlace; plan: ImportPlanResult }) {
  const { t, formatNumber } = useI18n()
  const { client } = useEnvironment()
  const [error, setError] = useState<ApiError>()
  const [isPending, setPending] = useState(false)
  const missing = plan.missing_links.filter(({ count }) => count > 0)
  if (missing.length === 0) return null
  const create = async () => {
    const options = { ...optionsOf(plan), create_missing_links: 1 as const }
    setPending(true)
    try {
      const job = await importCalls(client).plan(place.meta.id, plan.file, options)
      place.setOptions(options)
      place.toJob(job)
    } catch (failure) {
      setError(toApiError(failure))
    } finally {
      setPending(false)
    }
  }
  const willBeMade = plan.create_missing_links === 1
  return (
    <section className="import-missing">
      <h3>
        <Text source={willBeMade ? 'Linked records that are created too' : 'Linked records that are missing'} />
      </h3>
      <ul>
        {missing.map(({ fieldname, count, values }) => (
          <li key={fieldname}>
            <strong>
              <bdi>{labelOf(t, targetOf(place.meta, fieldname))}</bdi>
            </strong>{' '}
            <bdi>({formatNumber(count)})</bdi> <bdi>{values.slice(0, shown).join(', ')}</bdi>
            {count > shown && '…'}
          </li>
        ))}
      </ul>
      {error && (
        <p className="import-failure" role="alert" dir="auto">
          <ErrorMessage error={error} />
        </p>
      )}
      {!willBeMade && (
        <Button size="small" isPending={isPending} onClick={() => void create()}>
          <Text source="Check Again and Create Them" />
        </Button>
      )}
    </section>
  )
}
