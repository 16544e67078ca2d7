import { mentionPattern } from '@tavla/contract'
import type { DraftMention } from './draft.ts'

/** A text as it is stored: the name of each mentioned person gives way to the id. */
export function storedText(text: string, mentions: readonly DraftMention[]): string {
  if (mentions.length === 0) return text.trim()
  const users = new Map(mentions.map(({ name, user }) => [name, user]))
  return text.replace(named(mentions), (_whole, name: string) => `@[${users.get(name) ?? name}]`).trim()
}

/** A stored text as its writer sees it, with names in place of ids. */
export function typedText(text: string, mentions: readonly DraftMention[]): string {
  const names = new Map(mentions.map(({ name, user }) => [user, name]))
  return text.replace(mentionPattern, (whole, id: string) => {
    const name = nameIn(names, id)
    return name === undefined ? whole : `@${name}`
  })
}

/** The mentions whose names stand in a typed text. */
export function mentionsIn(text: string, mentions: readonly DraftMention[]): readonly DraftMention[] {
  if (mentions.length === 0) return mentions
  const found = new Set([...text.matchAll(named(mentions))].map(([, name]) => name))
  return mentions.filter(({ name }) => found.has(name))
}

/** The mentions of people by their names; where two share one, the later one's id stands behind it. */
export function mentionOf(
  { user, full_name, can_read }: { user: string; full_name: string; can_read: 0 | 1 },
  others: readonly DraftMention[],
): DraftMention {
  // A name in brackets would be read as an id, and a line break ends one.
  const plain = full_name.replace(/[[\]\s]+/g, ' ').trim() || user
  const isTaken = others.some((one) => one.name === plain && one.user !== user)
  return { user, name: isTaken ? `${plain} (${user})` : plain, canRead: can_read === 1 }
}

/** A part of a stored text: words, or a mention with the name of its person. */
export type NotePart = { text: string } | { user: string; name: string }

/** The parts of a stored text; a mention of somebody who is not among the people stays text. */
export function partsOf(text: string, people: readonly { user: string; full_name: string }[]): NotePart[] {
  const names = new Map(people.map(({ user, full_name }) => [user, full_name]))
  const parts: NotePart[] = []
  let end = 0
  for (const match of text.matchAll(mentionPattern)) {
    const [whole, id = ''] = match
    const name = nameIn(names, id)
    if (name === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ user: id, name })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Ids of people are in small letters, however they were typed. */
const nameIn = (names: ReadonlyMap<string, string>, id: string) =>
  names.get(id.trim()) ?? names.get(id.trim().toLowerCase())

/** Finds the names of the mentions behind an `@`, the longest first. */
function named(mentions: readonly DraftMention[]): RegExp {
  const names = mentions.map(({ name }) => name).toSorted((one, other) => other.length - one.length)
  const anyOf = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return new RegExp(`@(${anyOf})(?![\\p{L}\\p{N}])`, 'gu')
}

/** The beginning of a mention before the cursor: where its `@` stands, and what is typed behind it. */
export function mentionAt(text: string, cursor: number): { start: number; typed: string } | undefined {
  const [, before = '', typed = ''] =
    /(^|[^\p{L}\p{N}@])@([^\s@[\]]{0,40}(?: [^\s@[\]]{1,40}){0,2})$/u.exec(text.slice(0, cursor)) ?? []
  const start = cursor - typed.length - 1
  return start >= 0 && text[start] === '@' && (before !== '' || start === 0) ? { start, typed } : undefined
}
