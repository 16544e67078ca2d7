import type { Logs } from '../ground/logs.ts'
import type { Store } from './store.ts'

/** Faults that are told, at most. */
const told = 5

/** How the look at the records after an unclean end came out; `faults` are the database's own words. */
export interface CheckOutcome {
  state: 'Running' | 'Sound' | 'Damaged' | 'Failed'
  /** UTC, when it began. */
  at: string
  faults: readonly string[]
}

/** Looks through the data file once after a process that was cut off, beside the first requests. */
export class DataCheck {
  readonly #logs: Logs
  /** Undefined while none was needed. */
  outcome: CheckOutcome | undefined

  constructor(logs: Logs) {
    this.#logs = logs
  }

  async run(store: Store): Promise<void> {
    if (!store.findFaults) return
    const at = new Date().toISOString()
    this.outcome = { state: 'Running', at, faults: [] }
    this.#logs.server.info('the process before did not end in order; the data file is looked through')
    try {
      const faults = await store.findFaults(told)
      this.outcome = { state: faults.length > 0 ? 'Damaged' : 'Sound', at, faults }
      if (faults.length > 0) this.#logs.server.error({ faults }, 'the data file is damaged')
      else this.#logs.server.info('the data file is sound')
    } catch (error) {
      this.outcome = { state: 'Failed', at, faults: [] }
      this.#logs.server.warn({ err: error }, 'the data file could not be looked through')
    }
  }
}
