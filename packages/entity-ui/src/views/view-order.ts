import type { SavedView } from '@tavla/client'

/** The views among which one moves: those of its audience. One's own default view stays first. */
const matesOf = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.filter((one) => one.scope === view.scope && isFirst(one) === isFirst(view))

const isFirst = ({ scope, is_default }: SavedView) => scope === 'Mine' && is_default === 1

/** True if a view can move so many places. */
export function canMove(views: readonly SavedView[], view: SavedView, step: number): boolean {
  const mates = matesOf(views, view)
  return mates[mates.findIndex(({ id }) => id === view.id) + step] !== undefined
}

/** The ids of the views of its audience after it has moved. */
export function orderAfterMove(views: readonly SavedView[], view: SavedView, step: number): string[] {
  const ids = matesOf(views, view).map(({ id }) => id)
  const at = ids.indexOf(view.id)
  return ids.toSpliced(at, 1).toSpliced(Math.max(0, at + step), 0, view.id)
}
