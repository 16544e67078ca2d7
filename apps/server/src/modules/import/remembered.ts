import type { Engine } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import type { ImportRules } from './plan.ts'

/** A person's choice for a file with certain heads. */
export interface Choice extends Pick<ImportRules, 'key' | 'mode'> {
  /** Targets by position of the column. */
  mapping: ReadonlyMap<number, string>
}

/** Choices that are kept of one person. */
const maxChoices = 200

/** The choices of columns, so that the next file of the same form is understood at once. */
export class Remembered {
  readonly #engine: () => Engine

  constructor(engine: () => Engine) {
    this.#engine = engine
  }

  async find(user: string, entity: string, heads: string): Promise<Choice | undefined> {
    const row = await this.#engine().store.get<{ data: string }>(
      sql`select data from import_choice where "user" = ${user} and entity = ${entity} and heads = ${heads}`,
    )
    if (!row) return undefined
    const { mapping, ...rules } = JSON.parse(row.data) as Omit<Choice, 'mapping'> & { mapping: [number, string][] }
    return { ...rules, mapping: new Map(mapping) }
  }

  async keep(user: string, entity: string, heads: string, { mapping, key, mode }: Choice): Promise<void> {
    const { store, clock } = this.#engine()
    const data = JSON.stringify({ key, mode, mapping: [...mapping] })
    await store.write(async (tx) => {
      await tx.run(sql`insert into import_choice ("user", entity, heads, data, used)
        values (${user}, ${entity}, ${heads}, ${data}, ${clock.nowUtc()})
        on conflict ("user", entity, heads) do update set data = excluded.data, used = excluded.used`)
      const [last] = await tx.all<{ used: string }>(
        sql`select used from import_choice where "user" = ${user} order by used desc limit 1 offset ${maxChoices}`,
      )
      if (last) await tx.run(sql`delete from import_choice where "user" = ${user} and used <= ${last.used}`)
    })
  }
}
