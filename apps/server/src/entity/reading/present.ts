import type { EntityRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { secretMask } from '../secrets/vault.ts'

type Presenter = (stored: unknown) => unknown

const presenters = new WeakMap<Field, Presenter | null>()

/** Converts stored values to wire values, in place. Most are equal, so only fields with a presenter are visited. */
export function presentRow(engine: Engine, fields: readonly Field[], row: EntityRecord): EntityRecord {
  for (const field of fields) {
    const present = presenterOf(engine, field)
    if (!present) continue
    const stored = row[field.name]
    if (stored !== null && stored !== undefined) row[field.name] = present(stored)
  }
  return row
}

/** Converts one stored value to its wire value; null stays null. */
export function presentValue(engine: Engine, field: Field, stored: unknown): unknown {
  const present = presenterOf(engine, field)
  return present && stored !== null && stored !== undefined ? present(stored) : (stored ?? null)
}

/** The stored value of a title field as text, a time of the server as the wall clock; null without a value. */
export function titleText(engine: Engine, field: Field, stored: string | number | null | undefined): string | null {
  if (stored === null || stored === undefined) return null
  return field.clock ? engine.clock.toWall(String(stored)) : String(stored)
}

/** The fields of a model whose values must be converted, including system columns. */
export function presentedFields(engine: Engine, model: Model): readonly Field[] {
  let fields = presented.get(model)
  if (!fields) {
    fields = [...model.byName.values()].filter((field) => field.kind !== 'table' && presenterOf(engine, field))
    presented.set(model, fields)
  }
  return fields
}

const presented = new WeakMap<Model, readonly Field[]>()

function presenterOf(engine: Engine, field: Field): Presenter | null {
  let present = presenters.get(field)
  if (present === undefined) {
    present = makePresenter(engine, field)
    presenters.set(field, present)
  }
  return present
}

function makePresenter(engine: Engine, field: Field): Presenter | null {
  if (field.kind === 'secret') return () => secretMask
  if (field.clock) return (stored) => engine.clock.toWall(String(stored))
  const { present } = field.type
  return present ? (stored) => present(stored as string | number) : null
}
