import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useEntity } from '../environment.ts'
import { MessageRow } from './MessageRow.tsx'
import { TabState } from './TabState.tsx'
import { useListEvents } from './useListEvents.ts'

/** What was written to and by a record's people, newest first, each with its state (spec 3, contract 3.9). */
export default function CommunicationTab({ entity }: { entity: string; id: string }) {
  const [state, store] = useEntity(entity)
  const [messages, messageStore] = useEntity('Communication')
  const {
    activeId,
    activeEntity,
    communications,
    communicationsStatus: status,
    communicationsError,
    communicationsCount,
  } = state
  const [isLoading, setLoading] = useState(false)

  const contact = activeEntity?.whatsapp_contact_id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact has other messages
  useEffect(() => {
    if (activeId !== null) void store.loadCommunications()
  }, [store, activeId, contact])
  // The record's own event tells of what came by mail or WhatsApp; a message may be made in other ways too.
  useListEvents('Communication', store.loadCommunications)
  useEffect(() => {
    // The colours of the states; whoever may not read them sees the states without.
    messageStore.loadMeta().catch(() => undefined)
  }, [messageStore])

  const more = async () => {
    setLoading(true)
    await store.loadMoreCommunications()
    setLoading(false)
  }

  return (
    <div className="record-tab">
      <TabState
        status={status}
        error={communicationsError}
        isEmpty={communications.length === 0}
        empty="No communication yet"
        emptyIcon="forum"
        onRetry={() => void store.loadCommunications()}
      >
        <ul className="message-list">
          {communications.map((message) => (
            <MessageRow key={message.id} message={message} states={messages.meta?.states ?? []} />
          ))}
        </ul>
        {communications.length < communicationsCount && (
          <Button variant="quiet" isPending={isLoading} onClick={() => void more()}>
            <Text source="More" />
          </Button>
        )}
      </TabState>
    </div>
  )
}
