import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../action/Button.tsx'
import { focusQuietly } from '../field/focus-quietly.ts'
import { useShortcut } from '../hooks/useShortcut.ts'
import { Glyph } from '../icon/Glyph.tsx'
import { closePath } from '../icon/sign-in-icons.ts'
import { useTopWindow, windowChanges } from '../overlay/top-window.ts'
import { useUiText } from '../texts.tsx'
import { type Announcement, dismissNotice, type Notice, readNotices, watchNotices } from './notices.ts'
import '../action/icon-button.css'
import './notices.css'

/**
 * The place of notices and of announcements for screen readers; render it once in the page. While a modal window is
 * open, the page behind it is out of reach, so both move into the window.
 */
export function Notices() {
  const { notices, announcements } = useSyncExternalStore(watchNotices, readNotices)
  const place = useTopWindow()
  const text = useUiText()
  const here = announcements.filter((one) => one.after === windowChanges())
  const parts = (
    <>
      <LiveRegion announcements={here.filter((one) => !one.isUrgent)} />
      <LiveRegion announcements={here.filter((one) => one.isUrgent)} isUrgent />
      <section className="notices" aria-label={notices.length > 0 ? text('Notices') : undefined}>
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </section>
    </>
  )
  return place ? createPortal(parts, place) : parts
}

/** Each sentence gets its own element, so that a screen reader reads two at once, each of them once. */
function LiveRegion({
  announcements,
  isUrgent = false,
}: {
  announcements: readonly Announcement[]
  isUrgent?: boolean
}) {
  return (
    <div
      className="visually-hidden"
      // Role `alert` belongs to errors that parts of the page show themselves.
      role={isUrgent ? undefined : 'status'}
      aria-live={isUrgent ? 'assertive' : 'polite'}
      aria-atomic="false"
      aria-relevant="additions"
    >
      {announcements.map(({ id, text }) => (
        <div key={id}>{text}</div>
      ))}
    </div>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const text = useUiText()
  const [isHeld, setHeld] = useState(false)
  const { id, duration, action } = notice

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(dismissNotice, duration, id)
    return () => clearTimeout(timer)
  }, [id, duration, isHeld])

  const card = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  /** Goes away, and gives the focus back to the place from which it came. */
  const dismiss = () => {
    const isHere = card.current?.contains(document.activeElement)
    if (isHere && before.current instanceof HTMLElement && before.current.isConnected) focusQuietly(before.current)
    dismissNotice(id)
  }
  const act = () => {
    dismiss()
    action?.onAction()
  }
  // A few seconds are too short to reach the button with Tab.
  useShortcut('Mod+Z', act, { isEnabled: action !== undefined && action.hasKey !== false })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock
    <div
      ref={card}
      className="notice"
      data-tone={notice.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      {/* In the page's direction, as the sentence is, whatever the name in it begins with. */}
      <p>{notice.text}</p>
      {action && (
        <Button variant="quiet" size="small" onClick={act}>
          {action.label}
        </Button>
      )}
      <button type="button" className="icon-button" data-size="small" aria-label={text('Close')} onClick={dismiss}>
        <Glyph path={closePath} size="small" />
      </button>
    </div>
  )
}
