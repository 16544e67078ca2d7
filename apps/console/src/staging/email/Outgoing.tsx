import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useLiveReading } from '../../reading/useLiveReading.ts'
import { JobOutcome } from '../jobs/JobOutcome.tsx'
import { MailNote } from '../jobs/MailNote.tsx'
import type { Jobs } from '../jobs/useJobs.ts'
import { PlaceRecords } from '../place/PlaceRecords.tsx'
import { QueueActions } from './QueueActions.tsx'

const entity = 'Email Queue'
const lists = [{ entity }] as const

/** All sent and waiting mail, with failures first. */
export function Outgoing() {
  const { t } = useI18n()
  return (
    <div className="place-noted">
      <div>
        <MailNote />
        <Failures />
      </div>
      <PlaceRecords
        label={t('Outgoing Mail')}
        lists={lists}
        actionsOf={(_open, jobs) => <QueueActions jobs={jobs} />}
        introOf={(_open, jobs) => <Reason jobs={jobs} />}
      />
    </div>
  )
}

/** The reason why the mail was not sent, or not yet, above its other data. */
function Reason({ jobs: { record, outcome } }: { jobs: Jobs }) {
  const { status, error } = record ?? { status: null, error: null }
  const isTold = outcome === null && (status === 'Error' || status === 'Not Sent') && typeof error === 'string'
  return isTold && <JobOutcome outcome={{ text: error, tone: status === 'Error' ? 'error' : 'plain' }} />
}

/** Number of mails that could not be sent, and a button that shows them alone. */
function Failures() {
  const { client } = useEnvironment()
  const [{ filters }, store] = useEntity(entity)
  const { value = 0 } = useLiveReading(
    entity,
    async () => (await client.entities.list(entity, { filters: { status: 'Error' }, limit_page_length: 1 })).count,
    (news) => news.entity === entity,
    client,
  )
  if (value === 0 || filters.status === 'Error') return null
  return (
    <p className="place-note" data-tone="error">
      <Icon name="error" />
      <span>
        <Text source="Mails that could not be sent: {0}" args={[value]} />
      </span>
      <Button size="small" onClick={() => store.setFilter('status', 'Error')}>
        <Text source="Show" />
      </Button>
    </p>
  )
}
