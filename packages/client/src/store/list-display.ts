import type { Meta } from '@tavla/contract'
import { readLayoutFields } from '../list-settings.ts'
import type { StoreContext } from './context.ts'
import { lostNames, validColumns, validFields, validGroupBy, validOrder, validSums } from './list-query.ts'
import type { EntityState, ListDisplay } from './state.ts'

/** The display of a list from the address or from the person's settings. */
export interface DisplayPart {
  /** True if the first read must wait for meta: saved or linked fieldnames may no longer exist. */
  needsMeta(): boolean
  /** Applies the display once settings and meta have arrived. */
  adopt(meta: Meta): void
  /** Sets meta, and the layout that follows from it until the display is applied. */
  applyMeta(meta: Meta): void
}

export function createDisplay({ entity, metas, settings, state }: StoreContext): DisplayPart {
  let isAdopted = false
  const get = state.getSnapshot
  const setting = () => settings.get(entity)

  // Meta from the boot calls is used for the first rendering, so that nothing jumps.
  const held = metas.peek(entity)
  if (held) state.set({ meta: held, layout: setting().layout || held.doc_meta.layout, split: setting().split })

  /** The parts of the display that the entity still has. */
  const fitting = (meta: Meta): Partial<EntityState> => {
    const { addressed } = get()
    const { sums, split, ...own } = setting()
    const display: ListDisplay = addressed ?? {
      orderBy: own.order_by,
      listFields: own.list_fields,
      layout: own.layout,
      columns: own.columns,
      groupBy: own.group_by,
      layoutFields: readLayoutFields({ ...own }),
    }
    const { orderBy, listFields, layout, columns, groupBy, layoutFields } = display
    return {
      lost: lostNames(meta, { ...display, sums }),
      orderBy: validOrder(meta, orderBy),
      listFields: validFields(meta, listFields),
      columns: validColumns(meta, columns),
      sums: validSums(meta, sums),
      groupBy: validGroupBy(meta, groupBy),
      // A layout passes over a field that no longer exists.
      layoutFields,
      split,
      layout: layout || meta.doc_meta.layout,
    }
  }

  return {
    needsMeta() {
      const { addressed, filters, group } = get()
      const { order_by, list_fields, columns } = setting()
      const isChosen = order_by !== '' || list_fields.length > 0 || columns.length > 0
      const isFiltered = group !== null || Object.keys(filters).length > 0
      return isChosen || isFiltered || addressed !== null
    },
    adopt(meta) {
      if (isAdopted) return
      state.set(fitting(meta))
      isAdopted = true
    },
    applyMeta(meta) {
      const { layout } = get().addressed ?? setting()
      state.set({ meta, ...(!isAdopted && { layout: layout || meta.doc_meta.layout, split: setting().split }) })
    },
  }
}
