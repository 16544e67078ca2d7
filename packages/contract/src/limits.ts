/** Numbers that both sides of the wire keep to (reference: http-api, Limits). Bytes unless a name says otherwise. */
export const limits = {
  /** Longest id, Data, Link, Select, Dynamic Link and Read Only value, in UTF-16 units. */
  dataLength: 140,
  attachLength: 500,
  smallTextLength: 1_000,
  textLength: 1_000_000,
  /** Largest magnitude of a number that survives every layer exactly. */
  maxNumber: 9.007e15,
  entityNameLength: 61,
  tableRows: 500,
  bulkItems: 500,
  filterConditions: 50,
  filterListItems: 500,
  orderByNames: 4,
  pageDefault: 20,
  pageCap: 500,
  linkSuggestions: 20,
  jsonBody: 5 * 1_048_576,
  urlLength: 16_384,
  chunkBody: 6 * 1_048_576,
  translationLength: 5_000,
  passwordLength: 512,
  /**
   * Socket rooms one connection may be in, and events it may send a second
   * (reference: live-events, Events from the client).
   */
  socketRooms: 200,
  socketEventsPerSecond: 50,
} as const
