import { type EntityRecord, textOf } from '@tavla/contract'
import { useIsOnPaper } from '@tavla/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Folded } from '../record-tabs/Folded.tsx'
import { plainText } from '../record-tabs/plain-text.ts'
import { MailFrame } from './MailFrame.tsx'
import { isLaidOut } from './mail-content.ts'
import { mediumOf, writerOf } from './message.ts'

/** Whether a message is a mail that is drawn in a frame of its own. */
export const hasLook = (message: EntityRecord): boolean =>
  mediumOf(message) === 'Email' && isLaidOut(textOf(message.content))

/** What a message says: a mail with a look of its own in its frame, anything else as text. */
export function MessageBody({ message }: { message: EntityRecord }) {
  const html = textOf(message.content)
  if (hasLook(message)) return <LaidOut message={message} html={html} />
  const text = textIn(message)
  if (text === '') return null
  return <Folded text={text} length={1200} draw={withLinks} />
}

/** The words of a message: a mail's with the lines that it is written in, of WhatsApp as they were typed. */
function textIn(message: EntityRecord): string {
  const [said, html] = [textOf(message.text_content), textOf(message.content)]
  return mediumOf(message) === 'Email' ? plainText(html) || said : said || plainText(html)
}

/** How near to sight a mail is drawn in its frame, in pixels: as far as one comes while it is made. */
const nearby = 2500

/**
 * A frame is a page of its own: it comes near to sight, and goes where nobody looks. What takes its place is as high as the
 * frame was; before that the text is there, until the frame can be seen.
 */
function LaidOut({ message, html }: { message: EntityRecord; html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [height, setHeight] = useState<number | null>(null)
  const [withRemote, setWithRemote] = useState(false)
  const isOnPaper = useIsOnPaper()
  useEffect(() => {
    if (!place.current) return
    // Where something inside of the page scrolls, that alone knows what comes near.
    const root = place.current.closest('.thread')
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root,
      rootMargin: `${nearby}px`,
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  const askRemote = () => {
    setWithRemote(true)
    place.current?.focus()
  }
  const isReady = height !== null
  return (
    <div ref={place} className="mail" tabIndex={-1} data-ready={isReady || undefined}>
      {!isReady && <Folded text={textIn(message)} />}
      {isNear ? (
        <MailFrame
          {...{ html, withRemote }}
          title={textOf(message.subject) || writerOf(message)}
          onAskRemote={askRemote}
          onFit={setHeight}
          height={height}
        />
      ) : (
        // Paper has no later: what has no frame at that moment has its words.
        isReady && (isOnPaper ? <Folded text={textIn(message)} /> : <div style={{ blockSize: height }} />)
      )}
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
