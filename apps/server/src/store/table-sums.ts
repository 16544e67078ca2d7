/** The content of one table, in figures that can be compared (docs/backup-format.md, Tables). */
export interface TableSum {
  table: string
  rows: number
  /** SHA-256 over its rows in the order of their keys, hex. */
  sha256: string
}
