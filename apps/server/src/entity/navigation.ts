import type { NavigationItem } from '@tavla/contract'
import { communicationEntity, countOpen } from './badges.ts'
import type { Engine } from './engine.ts'
import { rightsOf } from './permissions.ts'
import type { Context } from './types.ts'

/** The entities of the staff app's side bar that this person may read, in order (contract 3.9). */
export async function navigation(engine: Engine, ctx: Context): Promise<NavigationItem[]> {
  const communication = engine.models.get(communicationEntity)
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
      open_count: model.hasCommunication && communication ? await countOpen(engine, communication, model.id) : 0,
    })),
  )
}

const navOrder = ({ definition }: { definition: { nav_order?: number } }) => definition.nav_order ?? 100
