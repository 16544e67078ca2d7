import type { KeptDraft } from '@tavla/client/browser'
import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { Editing } from '../detail/record-editing.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields of a form, and those of its tables by the id of their entity. */
export interface FormFields {
  fields: readonly FieldMeta[]
  links: Meta['links']
}

/** The draft of a form as the browser keeps it; null if nothing but passwords was typed. */
export function keptOf({ base, changes }: Pick<Editing, 'base' | 'changes'>, form: FormFields): KeptDraft | null {
  const kept = withoutSecrets(changes, form)
  const names = Object.keys(kept)
  if (names.length === 0) return null
  const stood = Object.fromEntries(names.map((name) => [name, base?.[name]]))
  return {
    base: { modified: base?.modified ?? null, values: withoutSecrets(stood, form) },
    changes: kept,
    fields: Object.fromEntries(names.map((name) => [name, nameOf(name, form.fields)])),
    at: Date.now(),
  }
}

/** A draft that waits for an answer, with what was typed since over it. */
export function keptOver(waiting: KeptDraft | null, typed: KeptDraft | null): KeptDraft | null {
  if (!waiting || !typed) return typed ?? waiting
  return {
    // The older state: a save is merged by the values, and what is typed anew stands on newer ones.
    base: { modified: waiting.base.modified, values: { ...waiting.base.values, ...typed.base.values } },
    changes: { ...waiting.changes, ...typed.changes },
    fields: { ...waiting.fields, ...typed.fields },
    at: typed.at,
  }
}

/** A kept draft over the record as it is now. */
export interface TakenUp {
  /** The record, with the values and the `modified` that the draft stands on. */
  base: EntityRecord
  changes: Values
  /** Labels of the changed fields that are gone, or of another type by now. */
  gone: string[]
}

export function takeUp(draft: KeptDraft, stored: EntityRecord, fields: readonly FieldMeta[]): TakenUp {
  const names = Object.keys(draft.changes)
  const gone = names.filter((name) => !isStillThere(name, draft, fields))
  const rest = names.filter((name) => !gone.includes(name))
  const pick = (values: Values) => Object.fromEntries(rest.map((name) => [name, values[name]]))
  return {
    base: {
      ...stored,
      ...pick(draft.base.values),
      ...(draft.base.modified !== null && { modified: draft.base.modified }),
    },
    changes: pick(draft.changes),
    gone: gone.map((name) => draft.fields[name]?.label ?? name),
  }
}

function isStillThere(name: string, draft: KeptDraft, fields: readonly FieldMeta[]): boolean {
  const former = draft.fields[name]?.fieldtype
  // The id of a new record, and what else is no field.
  if (former === '') return true
  const field = fields.find(({ fieldname }) => fieldname === name)
  return field !== undefined && field.fieldtype === former && field.read_only !== 1 && field.hidden !== 1
}

function nameOf(name: string, fields: readonly FieldMeta[]) {
  const field = fields.find(({ fieldname }) => fieldname === name)
  return { label: field?.label ?? name, fieldtype: field?.fieldtype ?? '' }
}

/** Values without those of Password fields, in rows too. */
function withoutSecrets(values: Values, { fields, links }: FormFields): Values {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find(({ fieldname }) => fieldname === name)
    if (field?.fieldtype === secretType) continue
    const child = field && fieldUi(field.fieldtype).hasRows && links.find(({ id }) => id === field.options)
    kept[name] = child && Array.isArray(value) ? value.map((row) => withoutSecretColumns(row, child.fields)) : value
  }
  return kept
}

function withoutSecretColumns(row: unknown, columns: readonly FieldMeta[]): unknown {
  const secret = columns.filter(({ fieldtype }) => fieldtype === secretType).map(({ fieldname }) => fieldname)
  if (secret.length === 0 || typeof row !== 'object' || row === null) return row
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name)))
}

const secretType = 'Password'
