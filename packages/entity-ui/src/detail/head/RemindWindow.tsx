import { justWritten } from '@tavla/client'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Dialog, IconButton, TextField } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useEnvironment } from '../../environment.ts'
import { notifyWritten } from '../../undo/undo-flow.ts'
import { MomentField } from './lazy-dates.ts'
import { reminderTimes } from './reminder-times.ts'
import type { WaitingReminder } from './useReminders.ts'
import { useWindowWrite } from './useWindowWrite.ts'
import { WindowMessage } from './WindowMessage.tsx'

interface RemindWindowProps {
  entity: string
  id: string
  /** One's own reminders of this record. */
  reminders: readonly WaitingReminder[]
  onClose: () => void
  onChanged: () => void
}

/** Asks when to be reminded of a record, and takes reminders back (reference: work, Reminders). */
export default function RemindWindow({ entity, id, reminders, onClose, onChanged }: RemindWindowProps) {
  const { t } = useI18n()
  const { formatDateTime, formatWithin } = useTimes()
  const { client, now, session } = useEnvironment()
  const [times] = useState(() => reminderTimes(now(), session))
  const [text, setText] = useState('')
  const [own, setOwn] = useState<string | null>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const { isPending, errors, message, run, clear } = useWindowWrite(['remind_at', 'text'])
  const at = (moment: string) => formatDateTime(moment, now())
  const remind = (moment: string) =>
    void run(async () => {
      const body = { reference_entity: entity, reference_id: id, remind_at: moment, text }
      await client.entities.create('Reminder', body)
      notifyWritten(t, t('You will be reminded: {0}', [formatWithin(moment, now())]), justWritten())
      onChanged()
      onClose()
    })
  const cancel = (reminder: WaitingReminder) =>
    void run(async () => {
      await client.entities.remove('Reminder', reminder.id)
      notifyWritten(t, t('Reminder cancelled'), justWritten(), onChanged)
      onChanged()
    })
  const submit = () => {
    setIncomplete(own === null)
    if (own !== null) remind(own)
  }
  const choices = [
    ['Later today', times.laterToday],
    ['Tomorrow', times.tomorrow],
    ['Next week', times.nextWeek],
  ] as const
  return (
    <Dialog
      size="small"
      title={<Text source="Remind Me" />}
      onClose={onClose}
      onSubmit={submit}
      hasSubmitKeys
      footer={
        <>
          <Button onClick={onClose}>
            <Text source="Cancel" />
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            <Text source="Remind Me" />
          </Button>
        </>
      }
    >
      <div className="work-window">
        <WindowMessage text={message} />
        <div className="reminder-choices">
          {choices.map(([source, moment], at0) => (
            <Button
              key={source}
              disabled={isPending}
              data-autofocus={at0 === 0 || undefined}
              onClick={() => remind(moment)}
            >
              <span>
                <Text source={source} />
              </span>
              <bdi className="reminder-time">{at(moment)}</bdi>
            </Button>
          ))}
        </div>
        <Suspense fallback={<div className="input" aria-busy="true" />}>
          <MomentField
            label={<Text source="Remind At" />}
            error={
              errors.remind_at ??
              (isIncomplete && <Text source="{0} is required" args={[{ translate: 'Remind At' }]} />)
            }
            value={own}
            onChange={(next) => {
              clear()
              setIncomplete(false)
              setOwn(next)
            }}
          />
        </Suspense>
        <TextField label={<Text source="Text" />} error={errors.text} value={text} onChange={setText} />
        {reminders.length > 0 && (
          <ul className="work-list" aria-label={t('Waiting reminders')}>
            {reminders.map((reminder) => (
              <li key={reminder.id}>
                <span>
                  <bdi>{at(reminder.remind_at)}</bdi>
                  {reminder.text !== '' && (
                    <>
                      {' · '}
                      <bdi>{reminder.text}</bdi>
                    </>
                  )}
                </span>
                <IconButton
                  icon="close"
                  size="small"
                  label={t('Cancel reminder: {0}', [formatWithin(reminder.remind_at, now())])}
                  disabled={isPending}
                  onClick={() => cancel(reminder)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
