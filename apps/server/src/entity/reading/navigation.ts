import type { NavigationItem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { countOpenWithin } from './list-count.ts'

/** The entities in the staff app's side bar that this user may read, in order (reference: http-api, Navigation). */
export function navigation(engine: Engine, ctx: Context): Promise<NavigationItem[]> {
  return readRecords(engine, () => makeNavigation(engine, ctx))
}

async function makeNavigation(engine: Engine, ctx: Context): Promise<NavigationItem[]> {
  const shown = engine.models
    .all()
    .filter(({ kind, definition }) => kind === 'Document' && (definition.is_main_nav ?? 1) === 1)
    .filter((model) => rightsOf(engine, ctx.actor, model).read !== 'none')
    .toSorted((a, b) => navOrder(a) - navOrder(b) || (a.id < b.id ? -1 : 1))
  return Promise.all(
    shown.map(async (model) => ({
      id: model.id,
      label: model.id,
      icon: model.definition.icon ?? null,
      layout: model.definition.layout ?? 'List',
      open_count: await countOpenWithin(engine, ctx, model),
    })),
  )
}

const navOrder = ({ definition }: { definition: { nav_order?: number } }) => definition.nav_order ?? 100
