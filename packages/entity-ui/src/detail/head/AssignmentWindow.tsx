import { type EntityRecord, type OpenAssignment, textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Avatar, Button, Dialog, Skeleton, TextArea } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useEnvironment } from '../../environment.ts'
import { readingStatus, useReading } from '../../reading/useReading.ts'
import { TabState } from '../../record-tabs/TabState.tsx'
import { tellWritten } from '../../undo/undo-flow.ts'
import { DayField } from './lazy-dates.ts'
import { useWindowWrite } from './useWindowWrite.ts'
import { WindowMessage } from './WindowMessage.tsx'

interface AssignmentWindowProps {
  assignment: OpenAssignment
  /** The person may write the record. */
  canWrite: boolean
  onClose: () => void
  onChanged: () => void
}

/**
 * One assignment: who may write the record changes and cancels it; its person and its maker say that it is done
 * (reference: work, Assignments).
 */
export default function AssignmentWindow(props: AssignmentWindowProps) {
  const { assignment, onClose } = props
  const { t } = useI18n()
  const { client } = useEnvironment()
  const reading = useReading(assignment.id, () => client.entities.get('Assignment', assignment.id))
  if (reading.value) return <Assignment {...props} stored={reading.value} />
  return (
    <Dialog size="small" title={<Text source="Assignment" />} onClose={onClose}>
      <TabState
        status={readingStatus(reading)}
        error={reading.error}
        isEmpty={false}
        empty=""
        emptyIcon=""
        onRetry={() => void reading.reload()}
      >
        <Skeleton shape="form" label={t('Loading…')} />
      </TabState>
    </Dialog>
  )
}

function Assignment(props: AssignmentWindowProps & { stored: EntityRecord }) {
  const { assignment, canWrite, stored, onClose, onChanged } = props
  const { t } = useI18n()
  const { client, session } = useEnvironment()
  const [description, setDescription] = useState(textOf(stored.description))
  const [due, setDue] = useState(textOf(stored.due_date) || null)
  const [answer, setAnswer] = useState('')
  const { isPending, errors, message, run } = useWindowWrite(['description', 'due_date', 'answer'])
  const isManager = client.views.canShare()
  const canEnd = isManager || session.user === stored.user || session.user === stored.owner
  const canChange = isManager || canWrite
  const changed = {
    ...(canChange && description !== textOf(stored.description) && { description }),
    ...(canChange && due !== (textOf(stored.due_date) || null) && { due_date: due }),
  }
  const save = (more: object, told: string) =>
    void run(async () => {
      const body = { ...changed, ...more }
      if (Object.keys(body).length > 0) {
        await client.store('Assignment').update(assignment.id, body)
        tellWritten(t, told, 'Assignment', assignment.id)
        onChanged()
      }
      onClose()
    })
  const finish = () => save({ status: 'Done', ...(answer !== '' && { answer }) }, t('Done'))
  const owner = stored._link_titles?.owner ?? textOf(stored.owner)
  return (
    <Dialog
      size="small"
      title={<Text source="Assignment" />}
      onClose={onClose}
      {...(canChange || canEnd ? { onSubmit: canEnd ? finish : () => save({}, t('Saved')) } : {})}
      footer={
        <>
          {canChange && (
            <Button
              variant="quiet"
              className="assignment-cancel"
              disabled={isPending}
              onClick={() => save({ status: 'Cancelled' }, t('Assignment cancelled'))}
            >
              <Text source="Cancel Assignment" />
            </Button>
          )}
          {canChange && (
            <Button
              {...(canEnd ? {} : { variant: 'primary', type: 'submit' })}
              isPending={isPending}
              onClick={canEnd ? () => save({}, t('Saved')) : undefined}
            >
              <Text source="Save" />
            </Button>
          )}
          {canEnd && (
            <Button type="submit" variant="primary" isPending={isPending}>
              <Text source="Done" />
            </Button>
          )}
        </>
      }
    >
      <div className="work-window">
        <WindowMessage text={message} />
        <p className="assignment-person">
          <Avatar size="small" id={assignment.user} name={assignment.user_name} />
          <bdi>{assignment.user_name}</bdi>
          {owner !== '' && (
            <span className="assignment-maker">
              <Text source="Assigned by {0}" args={[owner]} />
            </span>
          )}
        </p>
        {canChange ? (
          <TextArea
            label={<Text source="Description" />}
            error={errors.description}
            value={description}
            rows={2}
            onChange={setDescription}
          />
        ) : (
          description !== '' && <p dir="auto">{description}</p>
        )}
        <Suspense fallback={<div className="input" aria-busy="true" />}>
          <DayField
            label={<Text source="Due Date" />}
            error={errors.due_date}
            value={due}
            disabled={!canChange}
            onChange={setDue}
          />
        </Suspense>
        {canEnd && (
          <TextArea
            label={<Text source="Answer" />}
            error={errors.answer}
            value={answer}
            rows={2}
            data-autofocus
            onChange={setAnswer}
          />
        )}
      </div>
    </Dialog>
  )
}
