import type { EntityRecord } from '@tavla/contract'
import { wallMilliseconds } from '@tavla/i18n'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { memo, useCallback } from 'react'
import { useEnvironment } from '../environment.ts'
import { Message, type MessageProps } from './Message.tsx'
import { type ThreadRow, useDays } from './useDays.ts'
import { useThreadScroll } from './useThreadScroll.ts'

interface ThreadProps extends Omit<MessageProps, 'message' | 'quoted' | 'reactions' | 'onFind'> {
  /** Newest first, as the server sends them. */
  messages: readonly EntityRecord[]
  onTop: () => void
}

/** Mail and WhatsApp on one time line by day, the newest at the bottom. */
export function Thread({ messages, onTop, ...rest }: ThreadProps) {
  const { t } = useI18n()
  const now = useNow(useEnvironment().now)
  const scroller = useThreadScroll(onTop, messages)
  const find = useCallback(
    (id: string) => {
      const row = scroller.current?.querySelector(`[data-id="${CSS.escape(id)}"]`)
      row?.scrollIntoView({ block: 'center' })
      row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
    },
    [scroller],
  )
  const { states, canWrite, onReply, onTakeUp, onChanged } = rest
  return (
    <section ref={scroller} className="thread" aria-label={t('Communication')} {...reachable}>
      <ol className="thread-list">
        {useDays(messages).map(({ day, rows }) => (
          <Day
            key={day}
            name={nameOf(day, now)}
            {...{ day, rows, states, canWrite, onReply, onTakeUp, onChanged }}
            onFind={find}
          />
        ))}
      </ol>
    </section>
  )
}

interface DayProps extends Omit<ThreadProps, 'messages' | 'onTop'> {
  day: string
  name: 'Today' | 'Yesterday' | undefined
  rows: readonly ThreadRow[]
  onFind: (id: string) => void
}

/** A day of the thread; it renders again only for its own messages, since there may be thousands of others. */
const Day = memo(function Day({ day, name, rows, onFind, ...rest }: DayProps) {
  return (
    <>
      <DayName {...{ day, name }} />
      {rows.map(({ message, canFind, ...row }) => (
        <Message key={message.id} message={message} {...row} {...rest} {...(canFind && { onFind })} />
      ))}
    </>
  )
})

function DayName({ day, name }: { day: string; name: DayProps['name'] }) {
  const { formatDate } = useTimes()
  return (
    <li className="thread-day">
      <span>{name ? <Text source={name} /> : formatDate(day)}</span>
    </li>
  )
}

/** The name of a day relative to today. */
function nameOf(day: string, now: string): DayProps['name'] {
  const days = (wallMilliseconds(now.slice(0, 10)) - wallMilliseconds(day)) / 86_400_000
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : undefined
}

/** The scroll area must be reachable by keyboard. */
const reachable = { tabIndex: 0 }
