/** The layouts in which an entity's records are shown (reference: screens, List choices). */
export const listLayouts = ['List', 'Table', 'Tiles', 'Board', 'Calendar', 'Fleet'] as const
export type ListLayout = (typeof listLayouts)[number]

/** A column of the layout Table: `width` in pixels, `pinned` at the inline start. */
export interface ListColumn {
  fieldname: string
  width?: number
  pinned?: 1
}

/** The fields by which a Board makes its columns and a Calendar its entries; '' is the entity's own choice. */
export interface LayoutFields {
  board_field: string
  calendar_start: string
  calendar_end: string
}

/** The figures shown of numeric fields, by fieldname. */
export type ListSums = Readonly<Record<string, 'sum' | 'avg' | 'min' | 'max'>>

/** A condition of a group. */
export type FilterLeaf = readonly [fieldname: string, operator: string, value: unknown]
/** Conditions joined by one word (reference: http-api, Filters). */
export type FilterGroup =
  | { readonly and: readonly FilterPart[] }
  | { readonly or: readonly FilterPart[] }
  | { readonly not: FilterPart }
export type FilterPart = FilterGroup | FilterLeaf
