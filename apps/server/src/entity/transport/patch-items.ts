import { type DefinitionItem, type ItemChange, type ItemValue, itemKey, makeItem } from './item.ts'

/** A step with the value that it found. */
export interface ItemStep extends ItemChange {
  before: ItemValue | null
}

/** A state of definitions as these steps make it, or as it was before them. */
export function patchItems(
  items: readonly DefinitionItem[],
  steps: readonly ItemStep[],
  way: 'after' | 'before',
): DefinitionItem[] {
  const state = new Map(items.map((item) => [itemKey(item), item]))
  for (const { kind, id, from = id, before, after } of steps) {
    const [gone, come, value] = way === 'after' ? [from, id, after] : [id, from, before]
    state.delete(itemKey({ kind, id: gone }))
    if (value) state.set(itemKey({ kind, id: come }), makeItem(kind, come, { ...value }))
  }
  return [...state.values()]
}
