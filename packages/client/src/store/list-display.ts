import type { Meta } from '@tavla/contract'
import { readLayoutFields } from '../list-settings.ts'
import type { SavedView } from '../views/cache.ts'
import type { StoreContext } from './context.ts'
import { soundDisplay } from './list-query.ts'
import { firstLayoutOf } from './own-layout.ts'
import type { EntityState, ListAddress, ListDisplay, ListShown } from './state.ts'

/** The display of a list from its view, the address or the person's settings. */
export interface DisplayPart {
  /** Reads what the display needs besides meta, once. */
  prepare(): Promise<void>
  /** True if the first read must wait for meta: saved or linked fieldnames may no longer exist. */
  needsMeta(): boolean
  /** Applies the display once settings, views and meta have arrived. */
  adopt(meta: Meta): void
  /** Sets meta, and the layout that follows from it until the display is applied. */
  applyMeta(meta: Meta): void
}

export function createDisplay({ entity, metas, settings, views, state }: StoreContext): DisplayPart {
  let isAdopted = false
  const get = state.getSnapshot
  const setting = () => settings.get(entity)

  // Meta from the boot calls is used for the first rendering, so that nothing jumps.
  const held = metas.peek(entity)
  if (held) state.set({ meta: held, layout: setting().layout || firstLayoutOf(held), split: setting().split })

  let opened: { view: SavedView; shown: (meta: Meta) => Partial<EntityState> } | undefined

  const openView = async ({ view: id, ...more }: ListAddress) => {
    await views.prepare(entity, id || undefined)
    const isBare = Object.keys(more).length === 0
    const view = id === undefined ? isBare && views.defaultOf(entity) : views.find(entity, id)
    if (!view) return
    // A list without views does not need it.
    const { openedView } = await import('../views/view-state.ts')
    opened = { view, shown: (meta) => openedView(meta, view, get()) }
  }

  /** The parts of the display that the entity still has. */
  const fitting = (meta: Meta): Partial<EntityState> => {
    return { ...(opened?.shown(meta) ?? plain(meta)), split: setting().split }
  }

  /** The display without a view. */
  const plain = (meta: Meta): Partial<EntityState> => {
    const { addressed, asked } = get()
    const { sums, ...own } = setting()
    const display: ListDisplay = addressed ?? {
      orderBy: own.order_by,
      listFields: own.list_fields,
      layout: own.layout,
      columns: own.columns,
      groupBy: own.group_by,
      layoutFields: readLayoutFields({ ...own }),
    }
    return {
      ...soundDisplay(meta, { ...display, sums }),
      layout: display.layout || firstLayoutOf(meta),
      // A view that is not found stays in the address until the person is told.
      view: asked?.view || null,
    }
  }

  return {
    async prepare() {
      const { asked } = get()
      await Promise.all([settings.load(), asked && openView(asked)])
    },
    needsMeta() {
      const { addressed, filters, group } = get()
      const { order_by, list_fields, columns } = setting()
      const isChosen = order_by !== '' || list_fields.length > 0 || columns.length > 0
      const isFiltered = group !== null || Object.keys(filters).length > 0
      return isChosen || isFiltered || addressed !== null || opened !== undefined
    },
    adopt(meta) {
      if (isAdopted) return
      state.set({ ...fitting(meta), asked: null })
      isAdopted = true
    },
    applyMeta(meta) {
      if (isAdopted) return state.set({ meta, ...stillSound(meta, get()) })
      const { layout } = get().addressed ?? setting()
      state.set({ meta, layout: layout || firstLayoutOf(meta), split: setting().split })
    },
  }
}

/** The shown display and that of the view without the names that the entity has lost since they were applied. */
function stillSound(meta: Meta, state: EntityState): Partial<EntityState> {
  const { viewShown } = state
  return { ...withoutLost(meta, state), viewShown: viewShown && { ...viewShown, ...withoutLost(meta, viewShown) } }
}

function withoutLost(meta: Meta, shown: ListShown): ReturnType<typeof soundDisplay> {
  const sound = soundDisplay(meta, shown)
  return { ...sound, lost: [...new Set([...shown.lost, ...sound.lost])] }
}
