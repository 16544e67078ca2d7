import type { Client } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, notify, Pill } from '@tavla/ui'
import { useCallback, useEffect, useRef } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { TabState } from '../record-tabs/TabState.tsx'
import { useListEvents } from '../record-tabs/useListEvents.ts'
import { Composer } from './Composer.tsx'
import type { Draft } from './draft.ts'
import { isReceived, type Medium, mediumOf } from './message.ts'
import { Thread } from './Thread.tsx'
import { useComposing } from './useComposing.ts'
import { useFreeUntil } from './useFreeUntil.ts'
import { useThread } from './useThread.ts'
import './conversation.css'

export interface ConversationProps {
  entity: string
  id: string
  /** Users who may write the record may answer its messages. */
  canWrite: boolean
}

/** The messages of a record, and the composer (reference: conversations, Communications; conversations, Composers). */
export default function Conversation({ entity, id, canWrite }: ConversationProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [{ activeId, activeEntity: record, meta, viewers }] = useEntity(entity)
  const [{ messages, count, status, error }, thread] = useThread(entity)
  const [kinds, messageStore] = useEntity('Communication')
  const composing = useComposing({ entity, id, meta, record, messages })
  const foot = useRef<HTMLDivElement>(null)

  const contact = record?.whatsapp_contact_id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact has other messages
  useEffect(() => {
    if (activeId !== null) void thread.load()
  }, [thread, activeId, contact])
  // The record's own event reports mail and WhatsApp; messages may also be created in other ways.
  useListEvents('Communication', thread.load)
  useEffect(() => {
    // Colours of the states; users without the right to read them see the states without colour.
    messageStore.loadMeta().catch(() => undefined)
  }, [messageStore])
  useSeen(entity, id, canWrite, messages)

  const isLoading = useRef(false)
  const isMore = messages.length < count
  const loadOlder = useCallback(async () => {
    if (isLoading.current || !isMore) return
    isLoading.current = true
    const held = () => thread.getSnapshot().messages.length
    const before = held()
    // If a message arrives in the meantime, it is read first, instead of older ones.
    for (let turn = 0; turn < 3 && held() === before; turn++) await thread.loadMore()
    isLoading.current = false
  }, [thread, isMore])
  const { begin } = composing
  const latestBegin = useRef(begin)
  useEffect(() => {
    latestBegin.current = begin
  })
  const reply = useCallback(
    (message: EntityRecord, toAll: boolean) => latestBegin.current(mediumOf(message), message, toAll),
    [],
  )
  const latestTakeUp = useRef<(message: EntityRecord, isAsked: boolean) => void>(() => undefined)
  useEffect(() => {
    latestTakeUp.current = async (message, isAsked) => {
      const former = composing.takeUp(message, isAsked, await templateOf(client, message))
      const by = mediumOf(message)
      if (former) {
        notify(t('Draft discarded'), { action: { label: t('Undo'), onAction: () => composing.restore(former, by) } })
      }
    }
  })
  const takeUp = useCallback((message: EntityRecord, isAsked: boolean) => latestTakeUp.current(message, isAsked), [])
  const reload = useCallback(() => void thread.load(), [thread])
  const number = composing.medium === 'WhatsApp' ? composing.draft.to : undefined
  const until = useFreeUntil({ entity, id, messages, number })
  const wasWriting = useRef(composing.medium)
  useEffect(() => {
    // The focus returns to the button that starts the next message.
    if (wasWriting.current && !composing.medium) foot.current?.querySelector('button')?.focus()
    wasWriting.current = composing.medium
  }, [composing.medium])

  const writing = composing.medium
  const discard = (draft: Draft, by: Medium) => {
    composing.forget()
    notify(t('Draft discarded'), { action: { label: t('Undo'), onAction: () => composing.restore(draft, by) } })
  }
  return (
    <div className="record-tab conversation">
      <TabState
        status={status}
        error={error}
        isEmpty={messages.length === 0}
        empty="No communication yet"
        emptyIcon="forum"
        onRetry={reload}
      >
        <Thread
          key={`${entity}\n${id}`}
          messages={messages}
          states={kinds.meta?.states ?? none}
          canWrite={canWrite}
          onReply={canWrite ? reply : undefined}
          onTakeUp={canWrite ? takeUp : undefined}
          onChanged={reload}
          onTop={() => void loadOlder()}
        />
      </TabState>
      {canWrite && (
        <div ref={foot} className="conversation-foot">
          {writing ? (
            <Composer
              {...{ entity, id, record, viewers, until }}
              medium={writing}
              draft={composing.draft}
              onChange={(draft) => composing.change(draft)}
              onClose={composing.close}
              begun={composing.begun}
              onDiscard={() => discard(composing.draft, writing)}
              onSent={() => {
                composing.forget()
                reload()
              }}
            />
          ) : (
            <>
              <Begin medium="Email" isKept={composing.isKept('Email')} onBegin={begin} />
              <Begin medium="WhatsApp" isKept={composing.isKept('WhatsApp')} onBegin={begin} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

interface BeginProps {
  medium: Medium
  /** A draft is waiting. */
  isKept: boolean
  onBegin: (medium: Medium) => void
}

function Begin({ medium, isKept, onBegin }: BeginProps) {
  const isMail = medium === 'Email'
  return (
    <Button icon={<Icon name={isMail ? 'mail' : 'chat'} size="small" />} onClick={() => onBegin(medium)}>
      <Text source={isMail ? 'Send Email' : 'Send WhatsApp'} />
      {isKept && (
        <Pill color="Yellow">
          <Text source="Draft" />
        </Pill>
      )}
    </Button>
  )
}

const none: never[] = []

/** The template of a scheduled message with its values; empty for free text. */
async function templateOf(client: Client, message: EntityRecord): Promise<Partial<Draft>> {
  const id = message.whatsapp_message
  if (typeof id !== 'string') return {}
  const sent = await client.entities.get('Whatsapp Message', id).catch(() => null)
  if (!sent || typeof sent.template !== 'string') return {}
  const values = Array.isArray(sent.template_parameters) ? sent.template_parameters : []
  return { template: sent.template, parameters: values.map(String), message: '' }
}

/** Tells the server that the user has seen the received messages, once for each new message. */
function useSeen(entity: string, id: string, canWrite: boolean, messages: readonly EntityRecord[]): void {
  const { client } = useEnvironment()
  const unseen = canWrite ? messages.find((message) => isReceived(message) && message.seen !== 1)?.id : undefined
  useEffect(() => {
    if (unseen === undefined) return
    client.entities.runAction(entity, id, 'mark_communications_read').catch(() => undefined)
  }, [client, entity, id, unseen])
}
