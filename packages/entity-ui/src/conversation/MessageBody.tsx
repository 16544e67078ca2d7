import { type EntityRecord, textOf } from '@tavla/contract'
import { useIsOnPaper } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'
import { Folded } from '../record-tabs/Folded.tsx'
import { plainText } from '../record-tabs/plain-text.ts'
import { MailFrame } from './MailFrame.tsx'
import { isLaidOut } from './mail-content.ts'
import { mediumOf, writerOf } from './message.ts'
import { withLinks } from './with-links.tsx'

/** True for a mail that is drawn in a frame of its own. */
export const hasLook = (message: EntityRecord): boolean =>
  mediumOf(message) === 'Email' && isLaidOut(textOf(message.content))

/** The content of a message: a mail with layout in its frame, any other message as text. */
export function MessageBody({ message }: { message: EntityRecord }) {
  const html = textOf(message.content)
  if (hasLook(message)) return <FramedMail message={message} html={html} />
  const text = textIn(message)
  if (text === '') return null
  return <Folded text={text} length={1200} draw={withLinks} />
}

/** The text of a message: a mail's with its line breaks, a WhatsApp message's as it was typed. */
function textIn(message: EntityRecord): string {
  const [said, html] = [textOf(message.text_content), textOf(message.content)]
  return mediumOf(message) === 'Email' ? plainText(html) || said : said || plainText(html)
}

/** Distance from the viewport at which a mail gets its frame, in pixels: as far as a reader scrolls while it loads. */
const nearby = 2500

/**
 * A mail in a frame. A frame is a whole page, so it exists only near the viewport. Its placeholder keeps its height;
 * before the first frame is ready, the mail shows its text.
 */
function FramedMail({ message, html }: { message: EntityRecord; html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [height, setHeight] = useState<number | null>(null)
  const [withRemote, setWithRemote] = useState(false)
  const isOnPaper = useIsOnPaper()
  useEffect(() => {
    if (!place.current) return
    // Only the inner scroll area, if there is one, tells which mails come near.
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
        // Printing does not wait: a mail without a frame at that moment prints its text.
        isReady && (isOnPaper ? <Folded text={textIn(message)} /> : <div style={{ blockSize: height }} />)
      )}
    </div>
  )
}
