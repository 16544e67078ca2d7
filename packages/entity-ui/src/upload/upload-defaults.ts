/** Defaults of uploads and their announcements. Milliseconds, and bytes for the chunk. */
export const uploadDefaults = {
  chunk: 5_000_000,
  retryDelays: [500, 1000, 3000],
  parallel: 2,
  maxFiles: 1_000_000,
  resizeDebounce: 250,
  announceAdded: 750,
  announceCleared: 1500,
} as const
