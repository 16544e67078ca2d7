import type { Mentionable } from '@tavla/contract'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { mentionAt } from './note-text.ts'
import { mentionable } from './notes.ts'

/** Delay between typing and the question, in milliseconds. */
const pause = 120

interface MentionChoiceOptions {
  entity: string
  id: string
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Called with the person, and the place of what was typed of the name, with its `@`. */
  onChoose: (person: Mentionable, start: number, end: number) => void
}

type Place = NonNullable<ReturnType<typeof mentionAt>>

/** The people whom an `@` in a box offers, and the keys that choose one (reference: conversations, Composers). */
export function useMentionChoice({ entity, id, box, text, onChoose }: MentionChoiceOptions) {
  const { client } = useEnvironment()
  const [place, setPlace] = useState<Place | null>(null)
  const [people, setPeople] = useState<{ typed: string; found: readonly Mentionable[] } | null>(null)
  const [active, setActive] = useState(0)
  /** Place of the `@` whose list the person closed. */
  const closed = useRef(-1)
  /** A name behind which the person pressed Enter before the answer to it had come. */
  const [awaited, setAwaited] = useState<Place | null>(null)

  const answer = useRef<(typed: string, found: readonly Mentionable[]) => void>(() => undefined)
  useLayoutEffect(() => {
    answer.current = (typed, found) => {
      setActive(0)
      if (!awaited) return setPeople({ typed, found })
      const [person] = found
      setAwaited(null)
      // The line break is in the text by now, and gives way to the person.
      if (person) onChoose(person, awaited.start, awaited.start + 1 + awaited.typed.length + 1)
    }
  })

  const typed = (place ?? awaited)?.typed
  useEffect(() => {
    if (typed === undefined) return
    const end = new AbortController()
    const ask = () =>
      mentionable(client, { entity, id, txt: typed }, end.signal).then(
        (found) => answer.current(typed, found),
        // Without an answer an @ is only a letter.
        () => end.signal.aborted || answer.current(typed, []),
      )
    const timer = setTimeout(ask, typed === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [client, entity, id, typed])

  const close = () => {
    setPlace(null)
    setPeople(null)
  }
  /** Looks what stands before the cursor. */
  const look = (value = text) => {
    const { current } = box
    const at = current && current.selectionStart === current.selectionEnd ? current.selectionStart : null
    const found = at === null ? undefined : mentionAt(value, at)
    if (awaited && value.slice(awaited.start, at ?? 0) !== `@${awaited.typed}\n`) setAwaited(null)
    if (!found || found.start === closed.current) {
      if (!found) closed.current = -1
      return close()
    }
    if (found.start !== place?.start || found.typed !== place.typed) setPlace(found)
  }
  const found = people?.found ?? []
  const isCurrent = people?.typed === typed
  const isOpen = place !== null && people !== null && (found.length > 0 || (isCurrent && !place.typed.includes(' ')))
  const choose = (person: Mentionable | undefined) => {
    if (!place || !person) return
    onChoose(person, place.start, place.start + 1 + place.typed.length)
    close()
  }

  /** True where the key went to the list. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (isPlainEnter && place && !isCurrent && place.typed !== '') {
      setAwaited(place)
      return false
    }
    if (!isOpen) return false
    const last = found.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Escape') {
      closed.current = place.start
      close()
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && found[active]) {
      // An answer to an earlier text takes nobody.
      if (isCurrent) choose(found[active])
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { isOpen, found, active, point: setActive, choose, look, close, handleKey }
}
