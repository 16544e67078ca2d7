import { useEnvironment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useEffect } from 'react'
import { useLiveReading } from '../../reading/useLiveReading.ts'
import './jobs.css'

const settings = 'System Settings'

/** A note that the site may not reach people, so that mail and messages are held (reference: conversations, Outbox). */
export function HeldNote() {
  const { client } = useEnvironment()
  // Entering the list joins its room, so that its events arrive.
  useEffect(() => client.store(settings).enter(), [client])
  const { value } = useLiveReading(
    settings,
    () => client.entities.get(settings, settings),
    (news) => news.entity === settings,
    client,
  )
  if (value?.may_reach_people !== 0) return null
  return (
    <p className="place-note" data-tone="warning">
      <Icon name="warning" />
      <span>
        <Text source="Nothing leaves: this site may not reach people. Mail and messages wait until System Settings allow it." />
      </span>
    </p>
  )
}
