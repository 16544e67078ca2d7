import { type Message, type NotRestored, refused } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { lockedInRecord } from '../expressions/conditions.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, canWriteField, type Rights, rightsOf } from '../people/permissions.ts'
import { presentValue } from '../reading/present.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { PastState } from './state.ts'
import type { RowName, Wanted } from './wanted.ts'

/** A value that keeps what it is, with a message that is not translated yet. */
export type Kept = Omit<NotRestored, 'message'> & { message: Message }

/** The body of the update that brings values back, and the values that keep what they are. */
export interface RestorePlan {
  body: Record<string, unknown>
  kept: Kept[]
}

/** The body of the update that brings the wanted parts back (reference: metadata, Versions). */
export function planRestore(engine: Engine, ctx: Context, model: Model, state: PastState, wanted: Wanted): RestorePlan {
  return new Planner(engine, ctx, model, state).plan(wanted)
}

class Planner {
  readonly #body: Record<string, unknown> = {}
  readonly #kept: Kept[] = []
  readonly #engine: Engine
  readonly #ctx: Context
  readonly #model: Model
  readonly #state: PastState
  readonly #rights: Rights
  readonly #own: boolean
  readonly #locked: ReadonlySet<string> = new Set()

  constructor(engine: Engine, ctx: Context, model: Model, state: PastState) {
    this.#engine = engine
    this.#ctx = ctx
    this.#model = model
    this.#state = state
    this.#rights = rightsOf(engine, ctx.actor, model)
    this.#own = state.now.row.owner === ctx.actor.user
    const rules = rulesOf(engine, model)
    if (rules) this.#locked = lockedInRecord(engine, ctx, model, rules, state.now)
  }

  plan(wanted: Wanted): RestorePlan {
    for (const field of this.#model.fields) {
      if (field.system || (wanted && !wanted.fields.has(field.name))) continue
      if (field.kind === 'table') this.#planTable(field, this.#state.tables[field.name] ?? [])
      else this.#planField(field)
    }
    const names = new Set((wanted?.rows ?? []).map(({ table }) => table))
    for (const name of names) this.#planRows(name, wanted?.rows.filter(({ table }) => table === name) ?? [])
    for (const name of [...(wanted?.fields ?? []), ...names]) {
      const isField = this.#model.byName.has(name)
      if (!isField) this.#keep({ fieldname: name }, 'definition', notThere(name))
    }
    return { body: this.#body, kept: this.#kept }
  }

  #planField(field: Field): void {
    const { row, now, unknown } = this.#state
    const isUnknown = unknown.has(field.name)
    if (!isUnknown && (row[field.name] ?? null) === (now.row[field.name] ?? null)) return
    if (this.#mayChange(field, { fieldname: field.name }, isUnknown)) {
      this.#body[field.name] = wireValue(this.#engine, field, row[field.name])
    }
  }

  /** Whether the value may be brought back; when not, it is noted why, unless the caller may not read it. */
  #mayChange(field: Field, place: Place, isUnknown: boolean): boolean {
    // The update works derived values out anew.
    if (field.isDerived || (!this.#ctx.system && !canReadField(this.#rights, field, this.#own))) return false
    const isLocked = place.row === undefined && this.#locked.has(field.name)
    const label = { translate: field.rule.label }
    if (field.kind === 'secret') this.#keep(place, 'secret', { text: 'A password cannot be set back.' })
    else if (isUnknown) this.#keep(place, 'definition', changedType(label))
    else if (field.readOnly && !this.#ctx.system)
      this.#keep(place, 'read_only', { text: '{0} is read-only', args: [label] })
    else if (isLocked || (!this.#ctx.system && !canWriteField(this.#rights, field, this.#own))) {
      this.#keep(place, 'right', refused().detail)
    } else return true
    return false
  }

  #keep(place: Place, reason: Kept['reason'], message: Message): void {
    this.#kept.push({ row: null, row_field: null, ...place, reason, message })
  }

  /** Single rows: a row of then comes back near its place, and one that was not there goes. */
  #planRows(name: string, rows: readonly RowName[]): void {
    const field = this.#model.tables.find((one) => one.name === name)
    if (!field) return
    const then = this.#state.tables[name] ?? []
    const wanted = [...(this.#state.now.tables[name] ?? [])]
    for (const { id } of rows) {
      const at = wanted.findIndex((row) => row.id === id)
      const row = then.find((one) => one.id === id)
      if (row) wanted.splice(at >= 0 ? at : Number(row.idx) - 1, at >= 0 ? 1 : 0, row)
      else if (at >= 0) wanted.splice(at, 1)
    }
    this.#planTable(field, wanted)
  }

  #planTable(field: Field, wanted: readonly StoredRow[]): void {
    const child = this.#engine.models.get(field.rule.options ?? '')
    const now = this.#state.now.tables[field.name] ?? []
    if (!child || isSame(child, wanted, now)) return
    if (!this.#mayChange(field, { fieldname: field.name }, false)) return
    const rows = new Map(now.map((row) => [row.id, row]))
    this.#body[field.name] = wanted.map((row) => this.#rowBody(field, child, row, rows.get(row.id ?? null)))
  }

  /** Only the fields that differ; the others of a row that is there stay. */
  #rowBody(table: Field, child: Model, row: StoredRow, now: StoredRow | undefined): Record<string, unknown> {
    const body: Record<string, unknown> = { id: row.id }
    for (const field of child.stored) {
      const isUnknown = this.#state.unknown.has(`${table.name}/${row.id}/${field.name}`)
      const value = row[field.name] ?? null
      if (row === now || (!isUnknown && value === (now?.[field.name] ?? null))) continue
      const place = { fieldname: table.name, row: String(row.id), row_field: field.name }
      if (this.#mayChange(field, place, isUnknown)) body[field.name] = wireValue(this.#engine, field, value)
    }
    return body
  }
}

/** JSON goes as the text that it is stored as: a JSON value which is a text itself would lose its quotes. */
const wireValue = (engine: Engine, field: Field, stored: unknown) =>
  field.kind === 'json' ? stored : presentValue(engine, field, stored)

interface Place {
  fieldname: string
  row?: string
  row_field?: string
}

const notThere = (name: string): Message => ({ text: '{0} is not a field of this record anymore', args: [name] })

const changedType = (label: { translate: string }): Message => ({
  text: '{0} has another type now, which cannot hold the former value',
  args: [label],
})

function isSame(child: Model, some: readonly StoredRow[], others: readonly StoredRow[]): boolean {
  const isEqual = (row: StoredRow, other: StoredRow | undefined) =>
    row.id === other?.id && child.stored.every(({ name }) => (row[name] ?? null) === (other?.[name] ?? null))
  return some.length === others.length && some.every((row, index) => isEqual(row, others[index]))
}
