/** The last request of a list, and its outcome. */
export interface ListRequest {
  /** Number of the request; answers to an older one are dropped. */
  readonly generation: number
  readonly signal: AbortSignal | undefined
  /** The list's query was changed, and no answer has come yet. */
  isChanging: boolean
  /** True while the visible rows answer an older query, because the last one failed. */
  isBehind: boolean
  /** The last read from the top failed. */
  hasFailed: boolean
  /** Begins another request: from now on, answers to older ones are dropped. Returns its number. */
  begin(): number
}

export function createListRequest(): ListRequest {
  let generation = 0
  let controller: AbortController | undefined
  return {
    get generation() {
      return generation
    },
    get signal() {
      return controller?.signal
    },
    isChanging: false,
    isBehind: false,
    hasFailed: false,
    begin() {
      controller?.abort()
      controller = new AbortController()
      return ++generation
    },
  }
}
