/** Times of reading ahead, reading again and giving up. Milliseconds, unless a comment says otherwise. */
export const timing = {
  /** Rows before the end of the loaded ones at which the next page is read. */
  loadAhead: 3,
  loadFollowUp: 500,
  listRefetch: 300,
  /** For changes of a whole entity, which may come from every user's work. */
  veiledRefetch: 1000,
  /** For each lane of a list, since each reads for itself; a session may send 3,000 calls a minute. */
  laneRefetch: 60,
  /** Between two readings of a list's sums, which many writes may ask for. */
  sumsRefetch: 1000,
  /** Between two readings of the numbers beside views. */
  countsRefetch: 5000,
  /** Attempts. */
  socketReconnectionAttempts: 5,
} as const
