import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createDraftKeeper, keepWhenHidden } from '../drafts/draft-keeper.ts'
import { useCannotKeep } from '../drafts/useCannotKeep.ts'
import { useDraftKey } from '../drafts/useDraftKey.ts'
import { type Draft, hasContent } from './draft.ts'
import { keptLetter, readLetter } from './kept-letter.ts'
import type { Medium } from './message.ts'

type Letters = Readonly<Partial<Record<Medium, Draft>>>

/** The messages and the note beside a record that the browser keeps until they are sent. `onRead` gets the one that waits. */
export function useLetters(entity: string, id: string, onRead: (medium: Medium, draft: Draft) => void) {
  const mail = useDraftKey('mail', entity, id)
  const whatsapp = useDraftKey('whatsapp', entity, id)
  const note = useDraftKey('note', entity, id)
  const onFailed = useCannotKeep()
  const keepers = useMemo(
    () => ({
      Email: createDraftKeeper(mail, onFailed),
      WhatsApp: createDraftKeeper(whatsapp, onFailed),
      Note: createDraftKeeper(note, onFailed),
    }),
    [mail, whatsapp, note, onFailed],
  )
  const [letters, setLetters] = useState<Letters>({})
  const hasBegun = useRef(false)

  const latestRead = useRef(onRead)
  useEffect(() => {
    latestRead.current = onRead
  })
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const [Email, WhatsApp, Note] = await Promise.all([mail, whatsapp, note].map(readLetter))
      if (isOver) return
      // Typed text is newer.
      setLetters((typed) => ({
        ...(Email && { Email }),
        ...(WhatsApp && { WhatsApp }),
        ...(Note && { Note }),
        ...typed,
      }))
      if (hasBegun.current) return
      if (Email) latestRead.current('Email', Email)
      else if (WhatsApp) latestRead.current('WhatsApp', WhatsApp)
      else if (Note) latestRead.current('Note', Note)
    }
    read().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [mail, whatsapp, note])
  useEffect(() => {
    const ends = Object.values(keepers).map(keepWhenHidden)
    return () => {
      for (const end of ends) end()
    }
  }, [keepers])

  /** Keeps a message; forgets it if it is null or empty. */
  const keep = useCallback(
    (medium: Medium, draft: Draft | null) => {
      hasBegun.current = true
      const isKept = draft !== null && hasContent(draft)
      setLetters(({ [medium]: _, ...rest }) => (isKept ? { ...rest, [medium]: draft } : rest))
      if (isKept) keepers[medium].note(() => keptLetter(draft))
      // An empty composer that opens before the reading is over forgets nothing.
      else if (letters[medium]) keepers[medium].discard()
    },
    [keepers, letters],
  )
  return { letters, keep }
}
