import type { EntityRecord, FieldMeta, Meta, OpenTransition } from '@tavla/contract'
import { isBlank } from '@tavla/fields/ui'

/** The transitions of a record as its head offers them (reference: transitions, Of a record). */
export interface OfferedTransitions {
  /** The allowed ones, of which the primary one stands first. */
  open: readonly OpenTransition[]
  /** The others; each says why. */
  closed: readonly OpenTransition[]
}

/** Null for a record without transitions. */
export function offeredTransitions({ _transitions: all }: EntityRecord): OfferedTransitions | null {
  if (!Array.isArray(all)) return null
  const open = all.filter(({ allowed }) => allowed === 1)
  return {
    open: [...open.filter(({ is_primary }) => is_primary === 1), ...open.filter(({ is_primary }) => is_primary !== 1)],
    closed: all.filter(({ allowed }) => allowed !== 1),
  }
}

/** The states to which no open transition leads; a System Manager may force them. */
export function otherStates(meta: Meta, record: EntityRecord, open: readonly OpenTransition[]): string[] {
  const field = stateFieldOf(meta)
  const reached = new Set([record[field?.fieldname ?? ''], ...open.map(({ to }) => to)])
  return optionsOf(field).filter((option) => !reached.has(option))
}

/** The Select that follows transitions. */
export const stateFieldOf = (meta: Meta): FieldMeta | undefined =>
  meta.doc_meta.fields.find(({ fieldname }) => fieldname === meta.doc_meta.state_field)

function optionsOf(field: FieldMeta | undefined): string[] {
  const { options } = field ?? {}
  const names = Array.isArray(options) ? options.map(({ value }) => value) : (options ?? '').split('\n')
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** The fields that a transition asks for, each as one to fill in; of many records each may have its own value already. */
export function askedFields(
  meta: Meta,
  { ask_fields: names }: Pick<OpenTransition, 'ask_fields'>,
  isForMany = false,
): FieldMeta[] {
  const fields = meta.doc_meta.fields.filter(({ fieldname }) => names.includes(fieldname))
  const more = isForMany
    ? { reqd: 0 as const, description: 'Left blank, each record keeps its own.' }
    : { reqd: 1 as const }
  return fields.map((field) => ({ ...field, hidden: 0, ...more }))
}

/** True if a window has to ask something before the transition is taken. */
export function asksFirst(meta: Meta, record: EntityRecord, transition: OpenTransition): boolean {
  const isMissing = ({ fieldname, read_only }: FieldMeta) => read_only !== 1 && isBlank(record[fieldname])
  return transition.needs_reason === 1 || askedFields(meta, transition).some(isMissing)
}

/** True if some transition from one state to another has something to ask, as far as meta tells. */
export function mayAsk(meta: Meta, fieldname: string, from: unknown, to: string | null): boolean {
  if (meta.doc_meta.state_field !== fieldname || to === null) return false
  return (meta.doc_meta.transitions ?? []).some(
    ({ from_states, to_state, needs_reason, ask_fields }) =>
      to_state === to &&
      (from_states.length === 0 || from_states.includes(String(from))) &&
      (needs_reason === 1 || ask_fields.length > 0),
  )
}
