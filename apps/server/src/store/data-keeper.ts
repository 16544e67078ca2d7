import { randomUUID } from 'node:crypto'
import { type DataMark, writeMark } from './data-mark.ts'
import { sql } from './sql.ts'
import type { Reader, Store } from './store.ts'

/** Between two marks of the newest state. Milliseconds. */
const between = 600_000

/** What a set of records says of itself. */
export interface DataState {
  data: string | undefined
  beat: number
}

/** What stands among the records; for tables that are there. */
export async function readState(reader: Reader): Promise<DataState> {
  const rows = await reader.all<{ key: string; value: string }>(
    sql`select key, value from site where key in ('data', 'data beat')`,
  )
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return { data: values.get('data'), beat: Number(values.get('data beat') ?? 0) }
}

/**
 * Keeps records and mark in step from the moment that the records are whole: a number that grows is written among the
 * records first, then into the mark, at the start, at the end and now and then. An older copy has a smaller one.
 */
export class DataKeeper {
  readonly #dir: string
  readonly #store: Store
  readonly #report: (error: unknown) => void
  #state: DataState = { data: undefined, beat: 0 }
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()

  /** `report` hears why a mark could not be made; the site goes on without. */
  constructor(dir: string, store: Store, report: (error: unknown) => void) {
    this.#dir = dir
    this.#store = store
    this.#report = report
  }

  async begin(): Promise<void> {
    await this.#beat('open')
    this.#timer = setInterval(() => void this.#beat('open'), between).unref()
  }

  /** Before the store is closed. */
  async prepareEnd(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beat('closing')
  }

  /** After the store was closed. */
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
