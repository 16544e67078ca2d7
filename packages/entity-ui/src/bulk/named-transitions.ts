import type { Flag, TransitionMeta } from '@tavla/contract'
import type { AskingTransition } from '../transitions/AskWindow.tsx'

/**
 * The transitions of an entity, those of one title to one state as one: selected records stand in different states, and
 * each takes the row that fits it. It asks for what any of the rows asks.
 */
export function namedTransitions(transitions: readonly TransitionMeta[]): (AskingTransition & { id: string })[] {
  const named = new Map<string, AskingTransition & { id: string }>()
  for (const { id, title, to_state: to, needs_reason, ask_fields } of transitions) {
    const key = JSON.stringify([title, to])
    const before = named.get(key)
    const needs: Flag = before?.needs_reason === 1 ? 1 : needs_reason
    const asked = [...new Set([...(before?.ask_fields ?? []), ...ask_fields])]
    named.set(key, { id: before?.id ?? id, title, to, needs_reason: needs, ask_fields: asked })
  }
  return [...named.values()]
}
