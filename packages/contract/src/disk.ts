/** Free and total space of a disk. */
export interface DiskRoom {
  free_bytes: number
  total_bytes: number
}

/** Stored files whose bytes differ from the uploaded bytes: how many, and the names of the newest. */
export interface DamagedFiles {
  count: number
  names: readonly string[]
}

/** True when less than a tenth of the disk is free. */
export const isAlmostFull = ({ free_bytes, total_bytes }: DiskRoom): boolean =>
  total_bytes > 0 && free_bytes < total_bytes / 10
