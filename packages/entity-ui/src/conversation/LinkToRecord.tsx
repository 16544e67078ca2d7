import { type ApiError, toApiError } from '@tavla/client'
import { type FieldMeta, textOf } from '@tavla/contract'
import { fieldInput } from '@tavla/fields/inputs'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, FieldBox, FormFoot, Icon, Select } from '@tavla/ui'
import { useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { MessageBody } from './MessageBody.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { mediumOf, replyAddress, writerOf } from './message.ts'
import './conversation.css'

/** Links the open message to a record, and opens it there (reference: conversations, Communications). */
export function LinkToRecord() {
  const [{ activeEntity: message }] = useEntity('Communication')
  const [isOpen, setOpen] = useState(false)
  if (!message) return null
  return (
    <>
      <Button icon={<Icon name="link" size="small" />} onClick={() => setOpen(true)}>
        <Text source="Link to Record" />
      </Button>
      {isOpen && (
        <LinkWindow
          id={message.id}
          place={[textOf(message.reference_entity), textOf(message.reference_id)]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Writer, text and files of the open message, above its fields. */
export function OpenMessage() {
  const { t } = useI18n()
  const [{ activeEntity: message }] = useEntity('Communication')
  if (!message) return null
  const [medium, writer, address] = [mediumOf(message), writerOf(message), replyAddress(message)]
  return (
    <div className="message open-message">
      <header className="message-head">
        <Icon name={medium === 'WhatsApp' ? 'chat' : 'mail'} size="small" label={t(medium)} />
        <bdi className="message-writer">{writer}</bdi>
        {address !== writer && <bdi>{address}</bdi>}
      </header>
      <MessageBody message={message} />
      <MessageFiles message={message} />
    </div>
  )
}

interface LinkWindowProps {
  id: string
  /** The record that it is linked to now. */
  place: readonly [entity: string, id: string]
  onClose: () => void
}

function LinkWindow({ id, place, onClose }: LinkWindowProps) {
  const { t } = useI18n()
  const { client, navigate, recordPath } = useEnvironment()
  const { value: data } = useReading('Entity', () => client.entities.list('Entity', withCommunication))
  const [entity, setEntity] = useState(place[0])
  const [record, setRecord] = useState(place[1])
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const submit = async () => {
    if (isPending) return
    setPending(true)
    try {
      await client.entities.runAction('Communication', id, 'relink', {
        reference_entity: entity,
        reference_id: record,
      })
      onClose()
      const path = recordPath(entity, record)
      if (path !== undefined) navigate(`${path}?tab=communication`)
    } catch (problem) {
      setError(toApiError(problem))
      setPending(false)
    }
  }
  const { Input } = fieldInput('Link')
  const field = { ...linkField, options: entity }
  return (
    <Dialog
      title={<Text source="Link to Record" />}
      size="small"
      hasSubmitKeys
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <FormFoot onCancel={onClose} isPending={isPending}>
          <Text source="Save" />
        </FormFoot>
      }
    >
      <div className="link-window">
        <Select
          label={<Text source="Entity" />}
          isRequired
          options={(data?.data ?? []).map((one) => ({ value: one.id, label: t(one.id) }))}
          value={entity}
          onChange={(next) => {
            setEntity(next)
            setRecord('')
          }}
        />
        {entity !== '' && (
          <FieldBox label={<Text source="Record" />} isRequired>
            <Input key={entity} field={field} value={record} values={{}} onChange={(next) => setRecord(textOf(next))} />
          </FieldBox>
        )}
        {error && (
          <p className="tab-failed" role="alert">
            <ErrorMessage error={error} />
          </p>
        )}
      </div>
    </Dialog>
  )
}

const linkField = { fieldname: 'reference_id', fieldtype: 'Link', label: 'Record', hidden: 0 } as FieldMeta

const withCommunication = {
  filters: { has_communication: 1, type: 'Document' },
  fields: ['id'],
  order_by: 'id asc',
  limit_page_length: 500,
}
