import { textOf } from '@tavla/contract'
import { useEnvironment } from '../../environment.ts'
import { useReading } from '../../reading/useReading.ts'
import { useListEvents } from '../../record-tabs/useListEvents.ts'

/** One of one's own reminders of a record that is still to come. */
export interface WaitingReminder {
  id: string
  /** Wall-clock text. */
  remind_at: string
  text: string
}

const none: readonly WaitingReminder[] = []

/** One's own reminders of a record that wait, the next first; none where nobody asks. */
export function useReminders(entity: string, id: string, isAsked: boolean) {
  const { client } = useEnvironment()
  const read = async (): Promise<readonly WaitingReminder[]> => {
    if (!isAsked) return none
    const { data } = await client.entities.list('Reminder', {
      filters: { reference_entity: entity, reference_id: id, status: 'Waiting' },
      fields: ['remind_at', 'text'],
      order_by: 'remind_at asc',
    })
    return data.map((row) => ({ id: row.id, remind_at: textOf(row.remind_at), text: textOf(row.text) }))
  }
  const { value = none, reload } = useReading(`${entity}\n${id}\n${isAsked}`, read)
  useListEvents('Reminder', reload, isAsked)
  return { reminders: value, reload }
}
