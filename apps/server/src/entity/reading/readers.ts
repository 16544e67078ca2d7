import { Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf, type Scope } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import type { StoredRow } from '../tables/rows.ts'
import { isReadable } from './read.ts'

/** The records of an entity that a user reads, as far as their rights determine it. */
export interface Reach {
  scope: Scope
  /** True when a record itself also decides: each record must then be checked. */
  isVeiled: boolean
  /** Entities whose writes can change which veiled records are visible, beside the entity itself. */
  dependsOn: readonly string[]
}

/** The reach of a user on an entity, without reading any record. */
export function reachOf(engine: Engine, ctx: Context, model: Model): Reach {
  const scope = rightsOf(engine, ctx.actor, model).read
  if (scope === 'none') return { scope, isVeiled: false, dependsOn: [] }
  const { condition, key, dependsOn } = visibilityOf(engine, ctx, model)
  const isNarrowed = condition !== undefined && key !== 'own'
  const { guard, isUnguarded } = engine.behaviours.get(model.id) ?? {}
  return { scope, isVeiled: isNarrowed || (guard !== undefined && !isUnguarded?.(ctx)), dependsOn }
}

/**
 * Tells which users may read which records, as long as nothing changes: it fetches a row once and checks a user once,
 * however many connections they have. Where rights alone decide, it fetches nothing.
 */
export class Readers {
  readonly #engine: Engine
  readonly #rows = new Map<string, Promise<StoredRow | undefined>>()
  readonly #answers = new Map<string, Promise<ReadAccess>>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Returns `gone` for a record that doesn't exist (any more). */
  ask(ctx: Context, entity: string, id: string): Promise<ReadAccess> {
    const key = JSON.stringify([ctx.actor.user, entity, id])
    let answer = this.#answers.get(key)
    if (!answer) {
      answer = readRecords(this.#engine, () => this.#find(ctx, entity, id))
      this.#answers.set(key, answer)
    }
    return answer
  }

  async #find(ctx: Context, entity: string, id: string): Promise<ReadAccess> {
    const model = this.#engine.models.get(entity)
    if (!model) return 'gone'
    const { scope, isVeiled } = reachOf(this.#engine, ctx, model)
    if (scope === 'none') return 'no'
    if (scope === 'all' && !isVeiled) return 'yes'
    const row = await this.#row(model, id)
    if (!row) return 'gone'
    if (scope === 'own' && row.owner !== ctx.actor.user) return 'no'
    if (!isVeiled) return 'yes'
    if (!this.#isUnguarded(ctx, model, row)) return 'no'
    const { condition } = visibilityOf(this.#engine, ctx, model)
    if (!condition) return 'yes'
    return (await isReadable(this.#engine, ctx, this.#engine.store, entity, id)) ? 'yes' : 'no'
  }

  #row(model: Model, id: string): Promise<StoredRow | undefined> {
    const key = JSON.stringify([model.id, id])
    let row = this.#rows.get(key)
    if (!row) {
      row = this.#engine.rows(model).byId(this.#engine.store, id)
      this.#rows.set(key, row)
    }
    return row
  }

  #isUnguarded(ctx: Context, model: Model, row: StoredRow): boolean {
    try {
      this.#engine.behaviours.get(model.id)?.guard?.('read', ctx, row)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
}

export type ReadAccess = 'yes' | 'no' | 'gone'
