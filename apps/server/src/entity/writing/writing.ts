import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Body } from './parse-body.ts'
import type { Problems } from './problems.ts'

/** One write under way: who sends what to which entity, and what is wrong with it so far. */
export interface Writing {
  engine: Engine
  ctx: Context
  tx: Tx
  model: Model
  /** The keys that this person may write. */
  sent: Body
  /** What of them differs from the record before, as stored. */
  values: Readonly<StoredRow>
  /** Links that a behaviour has judged by a rule of its own. */
  vouched: Set<string>
  /** Whether the record belongs to this person. */
  own: boolean
  problems: Problems
}
