import { mentionPattern, workLimits } from '@tavla/contract'
import { type Change, find, isReadable } from '../../../entity/index.ts'

/** The names that stand in a text as mentions, each once. */
function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(mentionPattern)].map(([, name = '']) => name.trim()))]
}

/**
 * The people whom a text mentions, in its order: enabled ones whom the writer may see. All other names stay text
 * (reference: conversations, Notes).
 */
export async function mentionedIn({ engine, ctx, tx }: Pick<Change, 'engine' | 'ctx' | 'tx'>, text: string) {
  const names = namesIn(text)
  if (names.length === 0) return []
  const forms = [...new Set(names.flatMap((name) => [name, name.toLowerCase()]))]
  const where = { id: { in: forms }, enabled: 1 }
  const known = new Set((await find(engine, 'User', { where, reader: tx })).map(({ id }) => id))
  const found = names.flatMap((name) => [name, name.toLowerCase()].find((id) => known.has(id)) ?? [])
  const people: string[] = []
  for (const id of new Set(found)) {
    // One more than may stand there is enough to refuse the text.
    if (people.length > workLimits.noteMentions) break
    if (id !== 'Guest' && (await isReadable(engine, ctx, tx, 'User', id))) people.push(id)
  }
  return people
}
