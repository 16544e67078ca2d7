/** A record that a search over all entities finds (reference: http-api, Search). */
export interface FoundRecord {
  entity: string
  entity_label: string
  id: string
  title: string
  /** Further values of the record, by which people tell it from others. */
  description: string
  /** The field that contains the text, and the part of it around the first place. */
  field: string
  field_label: string
  snippet: string
  /** Where the text stands in the snippet: beginning and end, in UTF-16 units. */
  match: [number, number][]
  image: string | null
  modified: string | null
  /** Of a note or a message: the record that it is about. */
  reference_entity?: string | null
  reference_id?: string | null
}

export interface SearchAnswer {
  results: FoundRecord[]
  /** Matching records of each entity that has some, up to 1,000. */
  counts: Record<string, number>
  /** 0 when more records match than the counts say. */
  complete: 0 | 1
}

/** A record that the person opened (reference: http-api, Recently opened). */
export interface RecentRecord {
  entity: string
  id: string
  title: string
  image: string | null
  at: string
}
