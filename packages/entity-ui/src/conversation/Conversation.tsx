import type { Client } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, notify, Pill } from '@tavla/ui'
import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { TabState } from '../record-tabs/TabState.tsx'
import { Composer } from './Composer.tsx'
import type { Draft } from './draft.ts'
import { isReceived, type Medium, mediumOf } from './message.ts'
import { NoteComposer } from './NoteComposer.tsx'
import { Thread } from './Thread.tsx'
import { useComposing } from './useComposing.ts'
import { useFreeUntil } from './useFreeUntil.ts'
import { useTalk } from './useTalk.ts'
import { readWanted, wantWriting, watchWanted } from './wanted-writing.ts'
import './conversation.css'

export interface ConversationProps {
  entity: string
  id: string
  /** Users who may write the record may answer its messages; whoever reads it may write a note. */
  canWrite: boolean
  hasMessages: boolean
  hasNotes: boolean
  /** The note that the address names. */
  note?: string | undefined
}

/**
 * The messages and notes of a record, and the composer (reference: conversations, Communications; conversations, Notes;
 * conversations, Composers).
 */
export default function Conversation({ entity, id, canWrite, hasMessages, hasNotes, note }: ConversationProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [{ activeId, activeEntity: record, meta, viewers }] = useEntity(entity)
  const isOpen = activeId !== null
  const contact = record?.whatsapp_contact_id
  const talk = useTalk({ entity, id, hasMessages, hasNotes, isOpen, contact })
  const { items, messages, load, loadOlder } = talk
  const [kinds, messageStore] = useEntity('Communication')
  const [, noteStore] = useEntity('Note')
  const composing = useComposing({ entity, id, meta, record, messages })
  const foot = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Colours of the states; users without the right to read them see the states without colour.
    if (hasMessages) messageStore.loadMeta().catch(() => undefined)
    // A note that cannot be sent now waits only where its fields are known.
    if (hasNotes) noteStore.loadMeta().catch(() => undefined)
  }, [messageStore, noteStore, hasMessages, hasNotes])
  useSeen(entity, id, canWrite, messages)

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
  const reload = useCallback(() => void load(), [load])
  const number = composing.medium === 'WhatsApp' ? composing.draft.to : undefined
  const until = useFreeUntil({ entity, id, messages, number })
  const wasWriting = useRef(composing.medium)
  useEffect(() => {
    // The focus returns to the button that starts the next message.
    if (wasWriting.current && !composing.medium) foot.current?.querySelector('button')?.focus()
    wasWriting.current = composing.medium
  }, [composing.medium])

  const maySend = canWrite && hasMessages
  const media = [...(maySend ? (['Email', 'WhatsApp'] as const) : []), ...(hasNotes ? (['Note'] as const) : [])]
  const writing = media.find((one) => one === composing.medium)
  useWanted({ entity, id }, talk.status === 'ready' && record !== null, (isNote) => {
    const last = messages.find(isReceived)
    const medium = isNote ? 'Note' : last ? mediumOf(last) : 'Email'
    if (media.includes(medium)) begin(medium)
  })
  const discard = (draft: Draft, by: Medium) => {
    composing.forget()
    notify(t('Draft discarded'), { action: { label: t('Undo'), onAction: () => composing.restore(draft, by) } })
  }
  return (
    <div className="record-tab conversation">
      <TabState
        status={talk.status}
        error={talk.error}
        isEmpty={items.length === 0}
        empty={hasMessages ? 'No communication yet' : 'Notes stay inside. They are never sent.'}
        emptyIcon={hasMessages ? 'forum' : 'lock'}
        onRetry={reload}
      >
        <Thread
          key={`${entity}\n${id}`}
          {...{ entity, id, items }}
          label={t(hasMessages ? 'Communication' : 'Notes')}
          named={note}
          states={kinds.meta?.states ?? none}
          canWrite={canWrite}
          onReply={canWrite ? reply : undefined}
          onTakeUp={canWrite ? takeUp : undefined}
          onChanged={reload}
          onTop={() => void loadOlder()}
        />
      </TabState>
      {(maySend || hasNotes) && (
        <div ref={foot} className="conversation-foot">
          {writing === 'Note' ? (
            <NoteComposer
              {...{ entity, id, canWrite }}
              draft={composing.draft}
              begun={composing.begun}
              onChange={(draft) => composing.change(draft)}
              onClose={composing.close}
              onDiscard={() => discard(composing.draft, writing)}
              onSent={() => {
                composing.forget()
                reload()
              }}
            />
          ) : writing ? (
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
            media.map((medium) => (
              <Begin key={medium} medium={medium} isKept={composing.isKept(medium)} onBegin={begin} />
            ))
          )}
        </div>
      )}
    </div>
  )
}

/** Begins what a key of the record asked for, once the messages are there. */
function useWanted({ entity, id }: { entity: string; id: string }, isReady: boolean, begin: (isNote: boolean) => void) {
  const { place, isNote } = useSyncExternalStore(watchWanted, readWanted)
  const isDue = isReady && place?.entity === entity && place.id === id
  const handle = useEffectEvent(() => {
    wantWriting(null)
    begin(isNote)
  })
  useEffect(() => {
    if (isDue) handle()
  }, [isDue])
}

interface BeginProps {
  medium: Medium
  /** A draft is waiting. */
  isKept: boolean
  onBegin: (medium: Medium) => void
}

function Begin({ medium, isKept, onBegin }: BeginProps) {
  const { icon, label } = beginnings[medium]
  return (
    <Button icon={<Icon name={icon} size="small" />} onClick={() => onBegin(medium)}>
      <Text source={label} />
      {isKept && (
        <Pill color="Yellow">
          <Text source="Draft" />
        </Pill>
      )}
    </Button>
  )
}

const beginnings = {
  Email: { icon: 'mail', label: 'Send Email' },
  WhatsApp: { icon: 'chat', label: 'Send WhatsApp' },
  Note: { icon: 'lock', label: 'Add a note' },
} as const

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
