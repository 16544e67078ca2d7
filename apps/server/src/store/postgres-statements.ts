import { createHash } from 'node:crypto'
import pg from 'pg'
import { bindParams } from './bind.ts'
import { readSql, type SqlText } from './sql-text.ts'
import { StatementCache } from './statement-cache.ts'
import type { Params } from './store.ts'

/** Maximum number of statements that are prepared by name; further texts are parsed each time. */
const maxNames = 1_000
const maxTexts = 1_000

interface CachedStatement extends SqlText {
  name: string | undefined
}

/** Gives statements their numbered text and, from the second use on, a name under which connections keep them prepared. */
export class Statements {
  readonly #texts = new StatementCache<CachedStatement>(maxTexts)
  #named = 0
  #epoch = 0

  query(sql: string, params: Params): pg.QueryConfig {
    let cached = this.#texts.get(sql)
    if (!cached) {
      cached = { ...readSql(sql), name: undefined }
      this.#texts.set(sql, cached)
    } else if (cached.name === undefined && this.#named < maxNames) {
      cached.name = this.#nameOf(cached.numbered)
      this.#named++
    }
    const values = bindParams(params, cached.params, true) as unknown[]
    const config = { text: cached.numbered, values, types }
    return cached.name === undefined ? config : { ...config, name: cached.name }
  }

  /** Call it when a table has changed: earlier plans may not fit any more. */
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
  // SQLite has no booleans, and callers do not know which database runs
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (parsers[id] ?? pg.types.getTypeParser(id, format)) as never,
}
