import type { Meta } from '@tavla/contract'
import type { StoreContext } from './context.ts'
import { validFields, validOrder } from './list-query.ts'
import { searchFilters } from './search.ts'
import type { EntityState } from './state.ts'

/** How the address or this person wants the list. */
export interface WishesPart {
  /** Whether the first reading has to wait for meta: names that were kept or sent as a link may be gone by now. */
  needMeta(): boolean
  /** Takes the wishes over when settings and meta are both there; false when that was done before. */
  adopt(meta: Meta): boolean
  /** Takes over meta, and the layout that follows from it while the wishes are not adopted yet. */
  applyMeta(meta: Meta): void
}

export function createWishes({ entity, metas, settings, state }: StoreContext): WishesPart {
  let isAdopted = false
  const get = state.getSnapshot
  const setting = () => settings.get(entity)

  // The meta that the boot calls brought along is there for the first drawing, so that nothing jumps.
  const held = metas.peek(entity)
  if (held) state.set({ meta: held, layout: setting().layout || held.doc_meta.layout })

  /** As far as the entity still has what was wished for. */
  const fitting = (meta: Meta): Partial<EntityState> => {
    const { searchText, addressed } = get()
    const { order_by, list_fields, layout: ownLayout } = setting()
    const own = { orderBy: order_by, listFields: list_fields, layout: ownLayout }
    const { orderBy, listFields, layout } = addressed ?? own
    return {
      orderBy: validOrder(meta, orderBy),
      listFields: validFields(meta, listFields),
      layout: layout || meta.doc_meta.layout,
      ...(searchText && { orFilters: searchFilters(meta, searchText) }),
    }
  }

  return {
    needMeta() {
      const { searchText, addressed } = get()
      const { order_by, list_fields } = setting()
      return order_by !== '' || list_fields.length > 0 || searchText !== '' || addressed !== null
    },
    adopt(meta) {
      if (isAdopted) return false
      state.set(fitting(meta))
      isAdopted = true
      return true
    },
    applyMeta(meta) {
      const { layout } = get().addressed ?? setting()
      state.set({ meta, ...(!isAdopted && { layout: layout || meta.doc_meta.layout }) })
    },
  }
}
