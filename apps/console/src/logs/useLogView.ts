import { showError } from '@tavla/app-shell'
import { type ApiError, toApiError } from '@tavla/client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readLogLines } from './log-calls.ts'
import { type LogView, viewOf, withNewer, withOlder } from './log-lines.ts'

/** Interval between reads of a followed file, in milliseconds. */
const interval = 1500

/**
 * One log file: its last lines or those from an offset on, older ones, and new ones while following. For a
 * single file only.
 */
export function useLogView(project: string, file: string, offset: number | undefined) {
  const [view, setView] = useState<LogView>()
  const [error, setError] = useState<ApiError>()
  const [isReading, setReading] = useState(true)
  const [isFollowing, setFollowing] = useState(false)
  const current = useRef<LogView>(undefined)
  useLayoutEffect(() => {
    current.current = view
  })
  // Drops an answer that arrives after another request.
  const turn = useRef(0)

  const read = useCallback(async () => {
    const mine = ++turn.current
    try {
      const next = await readView(project, file, offset)
      if (mine !== turn.current) return
      setView(next)
      setError(undefined)
    } catch (failure) {
      if (mine === turn.current) setError(toApiError(failure))
    }
    if (mine === turn.current) setReading(false)
  }, [project, file, offset])

  useEffect(() => {
    const begin = async () => read()
    void begin()
  }, [read])

  const reload = () => {
    setReading(true)
    return read()
  }

  const loadOlder = async () => {
    const now = current.current
    if (!now || isReading) return
    const mine = turn.current
    setReading(true)
    try {
      const page = await readLogLines(project, file, { before: now.start })
      if (mine === turn.current) setView(withOlder(current.current ?? now, page))
    } catch (failure) {
      showError(failure)
    }
    setReading(false)
  }

  useEffect(() => {
    if (!isFollowing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async () => {
      const now = current.current
      const mine = turn.current
      if (now && document.visibilityState === 'visible') {
        try {
          const page = await readLogLines(project, file, { after: now.end })
          if (!isOver && mine === turn.current) setView(withNewer(current.current ?? now, page))
        } catch (failure) {
          // Keeps following while the server is away for a moment; ends on any other failure, and keeps the lines.
          if (!isOver && !toApiError(failure).isLocal) {
            setFollowing(false)
            showError(failure)
          }
        }
      }
      if (!isOver) timer = setTimeout(() => void ask(), interval)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [project, file, isFollowing])

  return { view, error, isReading, isFollowing, setFollowing, reload, loadOlder }
}

/** The last lines, or those around an offset: the line that starts there has the number 0. */
async function readView(project: string, file: string, offset: number | undefined): Promise<LogView> {
  if (offset === undefined) return viewOf(await readLogLines(project, file))
  const [after, before] = await Promise.all([
    readLogLines(project, file, { after: offset }),
    offset > 0 ? readLogLines(project, file, { before: offset }) : undefined,
  ])
  return before ? withOlder(viewOf(after), before) : viewOf(after)
}
