import type { KeptDraft } from '@tavla/client/browser'
import { type EntityRecord, textOf } from '@tavla/contract'
import type { DraftMention } from './draft.ts'
import type { TypedNote } from './NoteBox.tsx'
import { mentionOf, storedText, typedText } from './note-text.ts'

type People = readonly { user: string; full_name: string }[]

/** A stored note as its writer typed it. */
export function typedNote(text: string, people: People): TypedNote {
  const mentions: DraftMention[] = []
  for (const person of people) mentions.push(mentionOf({ ...person, can_read: 1 }, mentions))
  return { message: typedText(text, mentions), mentions }
}

/** The change of a note as the browser keeps it, over the note that it stands on; null where nothing is changed. */
export function keptNote(typed: TypedNote, base: KeptDraft['base']): KeptDraft | null {
  if (storedText(typed.message, typed.mentions) === base.values.text) return null
  return { base, changes: { ...typed }, fields: {}, at: Date.now() }
}

/** The note that a change stands on. */
export const baseOf = (note: EntityRecord): KeptDraft['base'] => ({
  modified: note.modified ?? null,
  values: { text: textOf(note.text) },
})

/** The words that were typed into a note which the browser has kept. */
export const keptTyping = ({ changes: { message, mentions } }: KeptDraft): TypedNote => ({
  message: textOf(message),
  mentions: Array.isArray(mentions) ? mentions : [],
})
