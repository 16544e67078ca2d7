import { randomUUID } from 'node:crypto'
import { type DataMark, writeMark } from './data-mark.ts'
import { sql } from './sql.ts'
import type { Reader, Store } from './store.ts'

/** Interval between two beats. Milliseconds. */
const beatInterval = 600_000

/** The identity and age that a set of records states about itself. */
export interface DataState {
  data: string | undefined
  beat: number
}

/** Reads the state stored among the records. The tables must exist. */
export async function readState(reader: Reader): Promise<DataState> {
  const rows = await reader.all<{ key: string; value: string }>(
    sql`select key, value from site where key in ('data', 'data beat')`,
  )
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return { data: values.get('data'), beat: Number(values.get('data beat') ?? 0) }
}

/**
 * Keeps records and mark in step once the records are known to be complete. It writes a growing number first among the
 * records, then into the mark: at the start, at the end and at intervals. An older copy of the records has a smaller
 * number.
 */
export class DataKeeper {
  readonly #dir: string
  readonly #store: Store
  readonly #report: (error: unknown) => void
  #state: DataState = { data: undefined, beat: 0 }
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()

  /** `report` is called with the error when a mark could not be written; the site goes on without it. */
  constructor(dir: string, store: Store, report: (error: unknown) => void) {
    this.#dir = dir
    this.#store = store
    this.#report = report
  }

  async begin(): Promise<void> {
    await this.#beat('open')
    this.#timer = setInterval(() => void this.#beat('open'), beatInterval).unref()
  }

  /** Call before the store is closed. */
  async prepareEnd(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beat('closing')
  }

  /** Call after the store has been closed. */
  end(): void {
    if (this.#state.data !== undefined) this.#mark('clean')
  }

  #beat(state: DataMark['state']): Promise<void> {
    this.#beating = this.#beating.then(() => this.#write(state)).catch(this.#report)
    return this.#beating
  }

  async #write(state: DataMark['state']): Promise<void> {
    this.#state = await this.#store.write(async (tx) => {
      const { data = randomUUID(), beat } = await readState(tx)
      const next = Math.max(beat, this.#state.beat) + 1
      const values: [string, string][] = [
        ['data', data],
        ['data beat', String(next)],
      ]
      for (const [key, value] of values) {
        await tx.run(
          sql`insert into site (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`,
        )
      }
      return { data, beat: next }
    })
    this.#mark(state)
  }

  #mark(state: DataMark['state']): void {
    const { data, beat } = this.#state
    if (data === undefined) return
    try {
      writeMark(this.#dir, { data, beat, state })
    } catch (error) {
      this.#report(error)
    }
  }
}
