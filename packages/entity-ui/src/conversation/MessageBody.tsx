import type { EntityRecord } from '@tavla/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Folded } from '../record-tabs/Folded.tsx'
import { plainText } from '../record-tabs/plain-text.ts'
import { MailFrame } from './MailFrame.tsx'
import { isLaidOut } from './mail-content.ts'
import { mediumOf, textOf, writerOf } from './message.ts'

/** What a message says: a mail with a look of its own in its frame, anything else as text. */
export function MessageBody({ message }: { message: EntityRecord }) {
  const html = textOf(message.content)
  if (mediumOf(message) === 'Email' && isLaidOut(html)) return <LaidOut message={message} html={html} />
  const text = textOf(message.text_content) || plainText(html)
  if (text === '') return null
  return <Folded text={text} length={1200} draw={withLinks} />
}

/** A frame is a page of its own, and waits until it comes near to sight. */
function LaidOut({ message, html }: { message: EntityRecord; html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const watch = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setNear(true), {
      rootMargin: '600px',
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isNear])
  if (isNear) return <MailFrame html={html} title={textOf(message.subject) || writerOf(message)} />
  return (
    <div ref={place}>
      <Folded text={textOf(message.text_content) || plainText(html)} />
    </div>
  )
}

/** Addresses in a text lead where they say. */
function withLinks(text: string): ReactNode {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <a key={index} className="text-link" href={part} target="_blank" rel="noopener noreferrer" dir="ltr">
        {part}
      </a>
    ),
  )
}
