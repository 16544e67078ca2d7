import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { ComboBox, Dialog, FormFoot, TextArea } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useEnvironment } from '../../environment.ts'
import { tellWritten } from '../../undo/undo-flow.ts'
import { DayField } from './lazy-dates.ts'
import { useAssignable } from './useAssignable.ts'
import { useWindowWrite } from './useWindowWrite.ts'
import { WindowMessage } from './WindowMessage.tsx'

interface AssignWindowProps {
  entity: string
  id: string
  onClose: () => void
  /** The record has another assignment. */
  onChanged: () => void
}

/** Asks who is to do what with a record until when (reference: work, Assignments). */
export default function AssignWindow({ entity, id, onClose, onChanged }: AssignWindowProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const { people, isLoading, failure, search } = useAssignable(entity, id)
  const [person, setPerson] = useState<{ value: string; label: string } | null>(null)
  const [description, setDescription] = useState('')
  const [due, setDue] = useState<string | null>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const { isPending, errors, message, run, clear } = useWindowWrite(['user', 'description', 'due_date'])
  const submit = () => {
    setIncomplete(person === null)
    if (person === null) return
    const reference = { reference_entity: entity, reference_id: id }
    const body = { ...reference, user: person.value, description, due_date: due }
    void run(async () => {
      const made = await client.store('Assignment').create(body)
      tellWritten(t, t('Assigned to {0}', [person.label]), 'Assignment', made.id)
      onChanged()
      onClose()
    })
  }
  const missing = isIncomplete && <Text source="{0} is required" args={[{ translate: 'Assignee' }]} />
  return (
    <Dialog
      size="small"
      title={<Text source="Assign" />}
      onClose={onClose}
      onSubmit={submit}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={onClose} isPending={isPending}>
          <Text source="Assign" />
        </FormFoot>
      }
    >
      <div className="work-window">
        <WindowMessage text={message} />
        <ComboBox
          label={<Text source="Assignee" />}
          isRequired
          error={errors.user ?? missing}
          value={person?.value ?? null}
          text={person?.label ?? ''}
          suggestions={people.map(({ user, full_name }) => ({ value: user, label: full_name, description: user }))}
          isLoading={isLoading}
          failure={failure && <ErrorMessage error={failure} />}
          onSearch={(text) => void search(text)}
          onChange={(option) => {
            clear()
            setIncomplete(false)
            setPerson(option && { value: option.value, label: option.label })
          }}
        />
        <TextArea
          label={<Text source="Description" />}
          error={errors.description}
          value={description}
          rows={2}
          onChange={setDescription}
        />
        <Suspense fallback={<div className="input" aria-busy="true" />}>
          <DayField label={<Text source="Due Date" />} error={errors.due_date} value={due} onChange={setDue} />
        </Suspense>
      </div>
    </Dialog>
  )
}
