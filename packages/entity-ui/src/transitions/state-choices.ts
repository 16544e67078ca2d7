import type { EntityRecord, FieldMeta, Meta, OpenTransition, SelectOption, TransitionMeta } from '@tavla/contract'
import { selectChoices } from '@tavla/fields/ui'
import type { I18n } from '@tavla/i18n/react'
import { drawnFields, withFields } from '../rules/drawn-meta.ts'
import { stateFieldOf } from './transitions.ts'
import './state-choices.css'

type Values = Readonly<Record<string, unknown>>

/**
 * Meta of a form whose state field offers what a save can take: the present state, and those to which its transitions
 * lead, closed ones with their reason. Once another one is chosen, what its transition asks for is required, and its
 * reason has a box below (reference: screens, Transitions).
 */
export function withStateChoices(meta: Meta, stored: EntityRecord, values: Values): Meta {
  const field = stateFieldOf(meta)
  const { _transitions: ways } = stored
  if (!field || !ways) return meta
  const chosen = values[field.fieldname]
  const present = stored[field.fieldname]
  const taken = chosen === present ? undefined : ways.find(({ to, allowed }) => to === chosen && allowed === 1)
  const made = known.get(meta)
  if (made?.ways === ways && made.taken === taken) return made.meta
  const asked = new Set(taken?.ask_fields)
  const drawn = meta.doc_meta.fields
    .filter(({ fieldname, read_only }) => asked.has(fieldname) && read_only !== 1)
    .map((one) => [one.fieldname, { ...one, reqd: 1, hidden: 0 }] as const)
  const choices: FieldMeta = { ...field, options: choicesOf(field, present, ways) }
  const next = withFields(meta, (fields) =>
    drawnFields(fields, new Map<string, FieldMeta>([...drawn, [field.fieldname, choices]])).flatMap((one) =>
      one === choices && taken?.needs_reason === 1 ? [one, reasonField(field)] : [one],
    ),
  )
  known.set(meta, { ways, taken, meta: next })
  return next
}

/** The same meta makes the same one, so that nothing renders again for it. */
const known = new WeakMap<Meta, { ways: readonly OpenTransition[]; taken: OpenTransition | undefined; meta: Meta }>()

/** The key under which a save sends the reason of a transition. */
const reasonKey = '_reason'

const reasonField = (field: FieldMeta): FieldMeta => ({
  ...field,
  fieldname: reasonKey,
  label: 'Reason',
  fieldtype: 'Small Text',
  options: null,
  description: null,
  reqd: 1,
})

/** Of several ways to one state the first that is open counts, else the last. */
function choicesOf(field: FieldMeta, present: unknown, ways: readonly OpenTransition[]): SelectOption[] {
  return selectChoices(field).flatMap((option) => {
    const here = ways.filter(({ to }) => to === option.value)
    if (option.value === present || here.some(({ allowed }) => allowed === 1)) return [option]
    const why = here.at(-1)?.why
    return why ? [{ ...option, why }] : []
  })
}

/**
 * The state field as a cell of a table offers it, where meta alone is known: the ways that begin in the record's state,
 * for these roles. A cell cannot ask for a reason.
 */
export function stateCell(meta: Meta, field: FieldMeta, record: EntityRecord, roles: readonly string[], t: I18n['t']) {
  const { transitions = [], state_field: name } = meta.doc_meta
  if (field.fieldname !== name) return field
  const present = record[field.fieldname]
  const isOpen = ({ from_states: from, roles: by }: TransitionMeta) =>
    (from.length === 0 || from.includes(String(present))) &&
    (by.length === 0 || by.some((role) => roles.includes(role)))
  const ways = transitions.filter(isOpen)
  const options = selectChoices(field).flatMap((option): SelectOption[] => {
    const here = ways.filter(({ to_state: to }) => to === option.value)
    if (option.value === present || here.some(({ needs_reason }) => needs_reason !== 1)) return [option]
    return here.length > 0 ? [{ ...option, why: t('A reason is needed.') }] : []
  })
  return { ...field, options }
}

/** The state field of a new record, which begins in its first state for everyone who may not force another. */
export function withFirstState(meta: Meta, mayForce: boolean): Meta {
  const field = stateFieldOf(meta)
  if (!field || mayForce) return meta
  const choices = selectChoices(field)
  const first = choices.find(({ value }) => value === field.default) ?? choices[0]
  const begun = { ...field, options: first ? [first] : [] }
  return withFields(meta, (fields) => drawnFields(fields, new Map([[field.fieldname, begun]])))
}
