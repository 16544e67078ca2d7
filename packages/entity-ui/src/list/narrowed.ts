import type { EntityState } from '@tavla/client'

/** True when a search or a filter leaves records out. */
export const isNarrowed = ({ searchText, filters, group }: EntityState) =>
  searchText.trim() !== '' || group !== null || Object.keys(filters).length > 0
