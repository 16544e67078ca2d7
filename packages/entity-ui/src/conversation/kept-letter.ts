import { type DraftKey, type KeptDraft, keepDraft, readDraft } from '@tavla/client/browser'
import { blankDraft, type Draft } from './draft.ts'
import type { Medium } from './message.ts'

/** The kind of draft that the browser keeps for a medium. */
export const kindOf = (medium: Medium) => kinds[medium]

const kinds = { Email: 'mail', WhatsApp: 'whatsapp', Note: 'note' } as const

/** A message as the browser keeps it. */
export const keptLetter = (draft: Draft): KeptDraft => ({
  base: { modified: null, values: {} },
  changes: { ...draft },
  fields: {},
  at: Date.now(),
})

/** The message that the browser keeps, also from an earlier version; undefined for none. */
export async function readLetter(key: DraftKey): Promise<Draft | undefined> {
  moved ??= moveLetters()
  await moved
  const kept = await readDraft(key)
  return kept && { ...blankDraft, ...kept.changes }
}

let moved: Promise<void> | undefined

/** Moves the messages that earlier versions kept in `localStorage`. */
async function moveLetters(): Promise<void> {
  for (const name of Object.keys(localStorage)) {
    const [start, host, user = '', entity = '', id = '', medium] = name.split('\n')
    if (start !== 'draft') continue
    const key: DraftKey = [host || location.origin, user, kindOf(medium as Medium), entity, id]
    const draft = parsed(localStorage.getItem(name))
    if (draft) await keepDraft(key, keptLetter(draft))
    localStorage.removeItem(name)
  }
}

function parsed(text: string | null): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? { ...blankDraft, ...value } : undefined
  } catch {
    return undefined
  }
}
