import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'

/** The day on which each failing expression was told. */
const told = new WeakMap<Engine, Map<string, string>>()

/** Tells a failing expression once a day: it may fail for each row of each write. */
export function noteFailure(engine: Engine, owner: Model, field: Field, key: string, reason: string): void {
  const today = engine.clock.nowWall().slice(0, 10)
  const days = told.get(engine) ?? new Map<string, string>()
  told.set(engine, days)
  const name = JSON.stringify([owner.id, field.name, key])
  if (days.get(name) === today) return
  days.set(name, today)
  engine.expressionFailed({ entity: owner.id, fieldname: field.name, property: key, reason })
}
