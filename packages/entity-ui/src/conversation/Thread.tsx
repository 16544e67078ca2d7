import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n, useNow } from '@tavla/i18n/react'
import { Fragment, useMemo } from 'react'
import { useEnvironment } from '../environment.ts'
import { Message, type MessageProps } from './Message.tsx'
import { timeOf } from './message.ts'
import { useThreadScroll } from './useThreadScroll.ts'

interface ThreadProps extends Omit<MessageProps, 'message'> {
  /** Newest first, as they are answered. */
  messages: readonly EntityRecord[]
  onTop: () => void
}

/** Mail and WhatsApp on one time line, the newest at the bottom, day by day. */
export function Thread({ messages, onTop, ...rest }: ThreadProps) {
  const { t } = useI18n()
  const scroller = useThreadScroll(onTop)
  const shown = useMemo(() => messages.toReversed(), [messages])
  return (
    <section ref={scroller} className="thread" aria-label={t('Communication')} {...reachable}>
      <ol className="thread-list">
        {shown.map((message, index) => {
          const day = dayOf(message)
          return (
            <Fragment key={message.id}>
              {day !== dayOf(shown[index - 1]) && <Day day={day} />}
              <Message message={message} {...rest} />
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}

function Day({ day }: { day: string }) {
  const { formatDate } = useI18n()
  const now = useNow(useEnvironment().now)
  const days = (Date.parse(now.slice(0, 10)) - Date.parse(day)) / 86_400_000
  return (
    <li className="thread-day">
      <span>{days === 0 ? <Text source="Today" /> : days === 1 ? <Text source="Yesterday" /> : formatDate(day)}</span>
    </li>
  )
}

/** It scrolls, and keys have to reach it. */
const reachable = { tabIndex: 0 }

const dayOf = (message: EntityRecord | undefined): string => (message ? timeOf(message).slice(0, 10) : '')
