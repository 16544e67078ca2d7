/** What a list was asked for last, and how that went. */
export interface Asked {
  /** Number of the question; answers to an older one are dropped. */
  readonly generation: number
  readonly signal: AbortSignal | undefined
  /** The question was changed and not answered yet. */
  isChanging: boolean
  /** True while the rows that are shown answer another question, because this one failed. */
  isBehind: boolean
  /** The last reading of the list from its top failed. */
  hasFailed: boolean
  /** Begins another question: the answers to what was asked before are dropped from now on. Answers its number. */
  begin(): number
}

export function createAsked(): Asked {
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
