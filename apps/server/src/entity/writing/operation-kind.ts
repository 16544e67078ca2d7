import type { OperationKind } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { Operation } from '../people/operation.ts'
import type { Action } from '../types.ts'

/** Names what a call does, unless an outer call has: an action that updates a record remains an action. */
export function nameOperation(engine: Engine, { operation }: Context, model: Model, kind: OperationKind): void {
  if (kind === 'Delete' && model.id === 'Trash Item') namePurge(operation)
  operation.kind ??= model.id === 'Entity' ? 'Definition' : kind
  if (engine.behaviours.get(model.id)?.isOutside) operation.reason ??= 'outside'
}

/** Deleting for ever can't be undone. */
export function namePurge(operation: Operation): void {
  operation.kind ??= 'Purge'
  operation.reason ??= 'purged'
}

export function nameAction({ operation }: Context, action: Action, model: Model): void {
  operation.kind ??= action.kind ?? (model.id === 'Entity' ? 'Definition' : 'Action')
  if (action.effect) operation.reason ??= action.effect
  if (action.reveals) operation.isSecret = true
  if (action.isMark) operation.isLogged = false
}
