import type { Logs } from '../ground/logs.ts'
import type { Store } from './store.ts'

/** Maximum number of faults that are reported. */
const maxFaults = 5

/** Result of the check of the data file after an unclean end. `faults` are the database's own messages. */
export interface CheckOutcome {
  state: 'Running' | 'Sound' | 'Damaged' | 'Failed'
  /** UTC time at which the check began. */
  at: string
  faults: readonly string[]
}

/** Checks the data file once after a process was cut off, while the site already serves requests. */
export class DataCheck {
  readonly #logs: Logs
  /** Undefined when no check was needed. */
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
      const faults = await store.findFaults(maxFaults)
      this.outcome = { state: faults.length > 0 ? 'Damaged' : 'Sound', at, faults }
      if (faults.length > 0) this.#logs.server.error({ faults }, 'the data file is damaged')
      else this.#logs.server.info('the data file is sound')
    } catch (error) {
      this.outcome = { state: 'Failed', at, faults: [] }
      this.#logs.server.warn({ err: error }, 'the data file could not be looked through')
    }
  }
}
