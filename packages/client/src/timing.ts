/** When the client reads on, reads again and gives up. Milliseconds, unless it says otherwise. */
export const timing = {
  /** Rows before the end of those read at which the next page is read. */
  loadAhead: 3,
  loadFollowUp: 500,
  listRefetch: 300,
  /** For news of a whole entity, which may come from everybody's work. */
  veiledRefetch: 1000,
  /** Tries. */
  socketReconnectionAttempts: 5,
} as const
