import { wallMilliseconds } from '@tavla/i18n'
import { Text, useNow, useTimes } from '@tavla/i18n/react'
import { memo, useCallback } from 'react'
import { useEnvironment } from '../environment.ts'
import { Message, type MessageProps } from './Message.tsx'
import { Note } from './Note.tsx'
import type { TalkItem } from './talk.ts'
import { type ThreadRow, useDays } from './useDays.ts'
import { useNamed } from './useNamed.ts'
import { useThreadScroll } from './useThreadScroll.ts'

interface ThreadProps extends Omit<MessageProps, 'message' | 'quoted' | 'reactions' | 'onFind'> {
  /** The record that it is about. */
  entity: string
  id: string
  /** Newest first, as the server sends them. */
  items: readonly TalkItem[]
  /** Accessible name. */
  label: string
  /** The note that the address names. */
  named: string | undefined
  onTop: () => void
}

/** Mail, WhatsApp and notes on one time line by day, the newest at the bottom. */
export function Thread({ items, label, named, onTop, ...rest }: ThreadProps) {
  const now = useNow(useEnvironment().now)
  const scroller = useThreadScroll(onTop, items)
  const find = useCallback(
    (id: string) => {
      const row = scroller.current?.querySelector(`[data-id="${CSS.escape(id)}"]`)
      row?.scrollIntoView({ block: 'center' })
      row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
    },
    [scroller],
  )
  useNamed(named, items, { find, readOn: onTop })
  const { entity, id, states, canWrite, onReply, onTakeUp, onChanged } = rest
  return (
    <section ref={scroller} className="thread" aria-label={label} {...reachable}>
      <ol className="thread-list">
        {useDays(items).map(({ day, rows }) => (
          <Day
            key={day}
            name={nameOf(day, now)}
            {...{ entity, id, day, rows, states, canWrite, onReply, onTakeUp, onChanged }}
            onFind={find}
          />
        ))}
      </ol>
    </section>
  )
}

interface DayProps extends Omit<ThreadProps, 'items' | 'label' | 'named' | 'onTop'> {
  day: string
  name: 'Today' | 'Yesterday' | undefined
  rows: readonly ThreadRow[]
  onFind: (id: string) => void
}

/** A day of the thread; it renders again only for its own messages, since there may be thousands of others. */
const Day = memo(function Day({ entity, id, day, name, rows, onFind, ...rest }: DayProps) {
  return (
    <>
      <DayName {...{ day, name }} />
      {rows.map(({ kind, message, canFind, ...row }) =>
        kind === 'note' ? (
          <Note key={message.id} note={message} {...{ entity, id }} onChanged={rest.onChanged} />
        ) : (
          <Message key={message.id} message={message} {...row} {...rest} {...(canFind && { onFind })} />
        ),
      )}
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
