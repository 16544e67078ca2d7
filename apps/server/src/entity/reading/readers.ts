import { Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf, type Scope } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import type { StoredRow } from '../tables/rows.ts'
import { isReadable } from './read.ts'

/** How far the rights of a person alone tell which records of an entity they read. */
export interface Reach {
  scope: Scope
  /** True where a record itself has a say besides: it has to be asked about, one by one. */
  isVeiled: boolean
  /** Entities whose writes can change what of a veiled one is seen, beside the entity itself. */
  restsOn: readonly string[]
}

/** What a person may read of an entity, without a look at any record. */
export function reachOf(engine: Engine, ctx: Context, model: Model): Reach {
  const scope = rightsOf(engine, ctx.actor, model).read
  if (scope === 'none') return { scope, isVeiled: false, restsOn: [] }
  const { condition, key, restsOn } = visibilityOf(engine, ctx, model)
  const isNarrowed = condition !== undefined && key !== 'own'
  const { guard, isUnguarded } = engine.behaviours.get(model.id) ?? {}
  return { scope, isVeiled: isNarrowed || (guard !== undefined && !isUnguarded?.(ctx)), restsOn }
}

/**
 * Tells who may read which record, for as long as nothing changes: a row is fetched once and a person asked about once,
 * however many connections they have. Where rights alone decide, nothing is fetched.
 */
export class Readers {
  readonly #engine: Engine
  readonly #rows = new Map<string, Promise<StoredRow | undefined>>()
  readonly #known = new Map<string, Promise<Reading>>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** `gone` for a record that is not there (any more). */
  ask(ctx: Context, entity: string, id: string): Promise<Reading> {
    const key = JSON.stringify([ctx.actor.user, entity, id])
    let known = this.#known.get(key)
    if (!known) {
      known = readRecords(this.#engine, () => this.#find(ctx, entity, id))
      this.#known.set(key, known)
    }
    return known
  }

  async #find(ctx: Context, entity: string, id: string): Promise<Reading> {
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

export type Reading = 'yes' | 'no' | 'gone'
