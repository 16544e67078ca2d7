/** A step of a time line. */
export interface TimelineItem {
  /** UTC, as the store has it. */
  at: string
  kind: 'request' | 'log' | 'event' | 'action' | 'promotion' | 'backup' | 'message'
  title: string
  detail: string | null
  /** Path of the console. */
  link: string | null
}

/** The time that a time line covers: ISO text in UTC. */
export interface Frame {
  from: string
  to: string
}
