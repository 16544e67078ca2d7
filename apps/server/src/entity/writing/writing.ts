import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { EntityRules } from '../expressions/entity-rules.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Body } from './parse-body.ts'
import type { Problems } from './problems.ts'

/** One write under way: its user, entity and body, and the faults found so far. */
export interface WriteState {
  engine: Engine
  ctx: Context
  tx: Tx
  model: Model
  /** The keys that this user may write. */
  sent: Body
  /** Stored values of those keys that differ from the record before. */
  values: Readonly<StoredRow>
  /** Links that a behaviour has checked by a rule of its own. */
  vouched: Set<string>
  /** Whether the record belongs to this user. */
  own: boolean
  problems: Problems
  /** The expressions of the entity; undefined when it has none. */
  rules: EntityRules | undefined
  /** The fields that a condition locks in this write. */
  locked: ReadonlySet<string>
}
