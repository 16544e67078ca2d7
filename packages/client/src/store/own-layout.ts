import type { ListLayout, Meta } from '@tavla/contract'

const own = new Map<string, ListLayout>()

/** Gives an entity a layout that this application alone has, in which its list opens at first. */
export function setOwnLayout(entity: string, layout: ListLayout): void {
  own.set(entity, layout)
}

/** The layout that this application alone has for an entity, if any. */
export const ownLayoutOf = ({ id }: Meta): ListLayout | undefined => own.get(id)

/** The layout in which an entity's list opens at first. */
export const firstLayoutOf = (meta: Meta): ListLayout => ownLayoutOf(meta) ?? meta.doc_meta.layout
