import { allRows, oneRow, run } from '../../outbox/system-sql.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { driverFor, type Hq } from './hq.ts'
import { readServer, serverIds } from './rows.ts'
import { serverSpec } from './site-spec.ts'

const day = 86_400_000
const keyOf = (id: string) => `removed project ${id}`

interface Removal {
  dir: string
  driver: string
}

/**
 * Folders of deleted projects on their way to the trash, and the trash's end (contract 6.1). Which are due is noted with
 * the deletion itself, so that a kill in between costs nothing.
 */
export class Removals {
  readonly #hq: Hq
  #timer: NodeJS.Timeout | undefined

  constructor(hq: Hq) {
    this.#hq = hq
  }

  /** Finishes what an earlier process left, now and once a day. */
  start(): void {
    const sweep = () => this.#hq.site.inBackground(this.#sweep())
    this.#timer = setInterval(sweep, day).unref()
    sweep()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Joined to the transaction that deletes the project. */
  async noteIn(tx: Tx, id: string, removal: Removal): Promise<void> {
    await this.#hq.site.engine.system.setSite.run(tx, [keyOf(id), JSON.stringify(removal)])
  }

  /** Moves the folder of a deleted project of this id, if that is still due. @throws the system's error */
  async finish(id: string): Promise<void> {
    const { store } = this.#hq.site
    const due = await oneRow(store, sql<{ value: string }>`select value from site where key = ${keyOf(id)}`)
    if (!due) return
    const { dir, driver: name } = JSON.parse(due.value) as Removal
    const driver = driverFor(this.#hq, name)
    await driver.stop({ dir, instanceSecret: '' }, this.#hq.timing.stopPatience)
    driver.remove({ id, dir })
    await store.write((tx) => run(tx, sql`delete from site where key = ${keyOf(id)}`))
  }

  async #sweep(): Promise<void> {
    const { site, drivers } = this.#hq
    const due = await allRows(site.store, sql<{ key: string }>`select key from site where key like 'removed project %'`)
    for (const { key } of due) await this.finish(key.slice(keyOf('').length))
    for (const id of await serverIds(site.engine)) {
      const server = await readServer(site.engine, id)
      await drivers.get(server.driver)?.purge(serverSpec(site, server))
    }
  }
}
