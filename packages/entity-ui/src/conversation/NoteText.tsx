import { useMemo } from 'react'
import { useEnvironment } from '../environment.ts'
import { Folded } from '../record-tabs/Folded.tsx'
import { partsOf } from './note-text.ts'
import { withLinks } from './with-links.tsx'

interface NoteTextProps {
  text: string
  people: readonly { user: string; full_name: string }[]
}

/** The text of a note, with the names of those whom it mentions; long ones show their beginning. */
export function NoteText({ text, people }: NoteTextProps) {
  const { user: me } = useEnvironment().session
  const draw = useMemo(
    () => (shown: string) =>
      partsOf(shown, people).map((part, index) =>
        'user' in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
          <span key={index} className="mention" data-me={part.user.toLowerCase() === me || undefined}>
            @<bdi>{part.name}</bdi>
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <span key={index}>{withLinks(part.text)}</span>
        ),
      ),
    [people, me],
  )
  return <Folded text={text} length={1200} draw={draw} />
}
