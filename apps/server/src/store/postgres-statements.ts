import { createHash } from 'node:crypto'
import pg from 'pg'
import { bindParams } from './bind.ts'
import { readSql, type SqlText } from './sql-text.ts'
import { StatementCache } from './statement-cache.ts'
import type { Params } from './store.ts'

/** Statements that are prepared by name, at most; further texts are parsed each time. */
const namesKept = 1_000
const textsKept = 1_000

interface Known extends SqlText {
  name: string | undefined
}

/** Gives statements their numbered text and, from the second use on, a name under which connections keep them prepared. */
export class Statements {
  readonly #texts = new StatementCache<Known>(textsKept)
  #named = 0
  #epoch = 0

  query(sql: string, params: Params): pg.QueryConfig {
    let known = this.#texts.get(sql)
    if (!known) {
      known = { ...readSql(sql), name: undefined }
      this.#texts.set(sql, known)
    } else if (known.name === undefined && this.#named < namesKept) {
      known.name = this.#nameOf(known.numbered)
      this.#named++
    }
    const values = bindParams(params, known.params, true) as unknown[]
    const config = { text: known.numbered, values, types }
    return known.name === undefined ? config : { ...config, name: known.name }
  }

  /** To be called when a table has changed: plans prepared before may not fit any more. */
  forget(): void {
    this.#texts.clear()
    this.#named = 0
    this.#epoch++
  }

  #nameOf(text: string): string {
    return `s${this.#epoch}_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  }
}

const toNumber = (text: string) => Number(text)
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: toNumber,
  // sum() of integers
  [pg.types.builtins.NUMERIC]: toNumber,
  // SQLite has no booleans, and callers are blind to the database
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (parsers[id] ?? pg.types.getTypeParser(id, format)) as never,
}
