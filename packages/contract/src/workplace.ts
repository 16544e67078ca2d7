/** The records beside one in a list (reference: http-api, Neighbours); places count from 1. */
export interface Neighbours {
  previous: string | null
  next: string | null
  /** Null for a record outside the list, and where counting would take too long or was not asked for. */
  position: number | null
  count: number | null
}
