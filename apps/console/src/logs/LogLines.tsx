import { useI18n } from '@tavla/i18n/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { levelOf } from './log-level.ts'
import type { LogView } from './log-lines.ts'

interface LogLinesProps {
  view: LogView
  isFollowing: boolean
  /** True if the line with the number 0 is the target of the search. */
  hasTarget: boolean
  /** Text to mark in every line. */
  mark: string
  top: ReactNode
  note: ReactNode
}

/** The lines of a log, always from left to right (reference: screens, Project editor); a view at the end stays there. */
export function LogLines({ view, isFollowing, hasTarget, mark, top, note }: LogLinesProps) {
  const { t, direction } = useI18n()
  const area = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(!hasTarget)
  const first = view.lines[0]?.number
  const height = useRef(0)
  const before = useRef(first ?? 0)

  // Keeps the visible lines in place when older ones are added above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it measures the rendered lines
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    if (isAtEnd.current) element.scrollTop = element.scrollHeight
    else if (height.current > 0 && first !== undefined && first < before.current)
      element.scrollTop += element.scrollHeight - height.current
    height.current = element.scrollHeight
    before.current = first ?? 0
  }, [first, view.end])

  useLayoutEffect(() => {
    if (hasTarget) area.current?.querySelector('[data-target]')?.scrollIntoView({ block: 'center' })
  }, [hasTarget])

  useEffect(() => {
    if (!isFollowing || !area.current) return
    isAtEnd.current = true
    area.current.scrollTop = area.current.scrollHeight
  }, [isFollowing])

  return (
    <div
      ref={area}
      className="log-lines"
      dir="ltr"
      role="log"
      aria-live={isFollowing ? 'polite' : 'off'}
      aria-label={t('Logs')}
      {...reachable}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      {top}
      <p className="log-note" dir={direction}>
        {note}
      </p>
      {view.lines.map(({ number, text }) => (
        <div
          key={number}
          className="log-line"
          data-level={levelOf(text)}
          data-target={(hasTarget && number === 0) || undefined}
        >
          {marked(text, mark)}
        </div>
      ))}
    </div>
  )
}

/** The scroll area must be reachable by keyboard. */
const reachable = { tabIndex: 0 }

function marked(line: string, mark: string): ReactNode {
  const found = mark.trim().toLowerCase()
  if (found === '') return line
  const small = line.toLowerCase()
  const parts: ReactNode[] = []
  let end = 0
  for (let at = small.indexOf(found); at >= 0; at = small.indexOf(found, end)) {
    parts.push(line.slice(end, at), <mark key={at}>{line.slice(at, at + found.length)}</mark>)
    end = at + found.length
  }
  return parts.length === 0 ? line : [...parts, line.slice(end)]
}
