/** What is left of a disk, and how large it is. */
export interface DiskRoom {
  free_bytes: number
  total_bytes: number
}

/** Stored files whose bytes are not what was stored: how many, and the names of the newest. */
export interface DamagedFiles {
  count: number
  names: readonly string[]
}

/** Whether less than a tenth of the disk is left. */
export const isAlmostFull = ({ free_bytes, total_bytes }: DiskRoom): boolean =>
  total_bytes > 0 && free_bytes < total_bytes / 10
