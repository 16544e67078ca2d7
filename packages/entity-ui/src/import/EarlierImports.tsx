import { textOf } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { useMomentText } from '../record-tabs/useMomentText.ts'
import type { ImportPlace } from './import-place.ts'

const most = 5

/** The imports that the person left, so that each is found again. */
export function EarlierImports({ place }: { place: ImportPlace }) {
  const { client, session } = useEnvironment()
  const momentText = useMomentText()
  const { id } = place.meta
  const { value } = useReading(`imports of ${id}`, () =>
    client.entities.list('Job', {
      filters: { kind: 'Import', ref_entity: id, user: session.user },
      fields: ['id', 'title', 'status', 'creation'],
      order_by: 'creation desc',
      limit_page_length: most,
    }),
  )
  if (!value || value.data.length === 0) return null
  return (
    <section className="import-earlier">
      <h3>
        <Text source="Earlier Imports" />
      </h3>
      <ul>
        {value.data.map((job) => (
          <li key={job.id}>
            <Button variant="quiet" onClick={() => place.toJob(job.id)}>
              <bdi>{textOf(job.title)}</bdi>
            </Button>
            <span className="import-muted">
              <Text source={textOf(job.status)} /> · {momentText(textOf(job.creation))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
