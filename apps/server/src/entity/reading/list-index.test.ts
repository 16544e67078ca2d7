import { expect, it } from 'vitest'
import { type Sql, sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import type { Field } from '../model/field.ts'
import { column } from '../tables/plan.ts'
import { listTests } from '../testing-lists.ts'
import { orderSql } from './list-query.ts'

eachStore((open) => {
  const { site, define } = listTests(open)

  /** How the database finds the rows of a list that is sorted by these keys. */
  async function planOf(entity: string, descending: boolean, where: Sql = sql``, by?: Field): Promise<string> {
    const { engine } = site
    const { table, sortField } = engine.models.require(entity)
    const order = orderSql(engine, [{ field: by ?? sortField, descending }])
    const list = sql`select id from ${sql.table(table.name)} ${where} order by ${order} limit 40`
    return engine.store.writeAlone(async (tx) => {
      const isPostgres = engine.store.dialect.name === 'postgres'
      for (const way of isPostgres ? ['sort', 'seqscan'] : []) await tx.run(sql.raw(`set local enable_${way} = off`))
      return JSON.stringify(await tx.all(sql`${sql.raw(isPostgres ? 'explain' : 'explain query plan')} ${list}`))
    })
  }

  const walks = (plan: string) => /i_e_/.test(plan) && !/Sort|TEMP B-TREE FOR ORDER BY|SCAN e_\w+"/.test(plan)

  it.each([
    ['modified', 'DESC'],
    ['title', 'ASC'],
  ])('a list by %s %s walks an index, alone and behind a quick filter', async (sort_field, sort_order) => {
    const fields = [{ fieldname: 'title' }, { fieldname: 'stage', in_standard_filter: 1 }]
    const id = `Walk ${sort_field}`
    await define(id, fields, { sort_field, sort_order })
    const stage = site.engine.models.require(id).byName.get('stage') as Field
    const filter = sql`where ${column(stage.column)} = ${'Open'}`
    const isDescending = sort_order === 'DESC'
    expect(await planOf(id, isDescending)).toSatisfy(walks)
    expect(await planOf(id, isDescending, filter)).toSatisfy(walks)
    // The other way round, only rows of the same value are sorted.
    for (const where of [sql``, filter]) {
      expect(await planOf(id, !isDescending, where)).toMatch(/LAST TERM|Presorted|Incremental/)
    }
  })

  it.each(['creation', 'modified', 'title', 'due'])('a list sorted by %s walks an index of its own', async (name) => {
    const id = `Sorted ${name}`
    const fields = [{ fieldname: 'title' }, { fieldname: 'due', fieldtype: 'Date', index: 1 }, { fieldname: 'place' }]
    await define(id, fields, { sort_field: 'place', title_field: 'title' })
    const field = site.engine.models.require(id).byName.get(name) as Field
    for (const descending of [false, true]) {
      expect(await planOf(id, descending, sql``, field)).toMatch(/i_e_sorted/)
      expect(await planOf(id, descending, sql``, field)).not.toMatch(/"SCAN e_\w+"|FOR ORDER BY/)
    }
  })

  it('sums over what a quick filter selects read an index alone', async () => {
    await define('Summed', [
      { fieldname: 'stage', in_standard_filter: 1 },
      { fieldname: 'total', fieldtype: 'Currency' },
      { fieldname: 'pieces', fieldtype: 'Int' },
    ])
    const { engine } = site
    const { table, byName } = engine.models.require('Summed')
    const [stage, total, pieces] = ['stage', 'total', 'pieces'].map((name) =>
      column((byName.get(name) as Field).column),
    )
    const sums = sql`select count(*), sum(${total}), max(${pieces}) from ${sql.table(table.name)}
      where ${stage} = ${'Open'} and ${total} < ${100} group by ${stage}`
    const plan = await engine.store.writeAlone(async (tx) => {
      const isPostgres = engine.store.dialect.name === 'postgres'
      for (const way of isPostgres ? ['seqscan', 'bitmapscan'] : [])
        await tx.run(sql.raw(`set local enable_${way} = off`))
      return JSON.stringify(await tx.all(sql`${sql.raw(isPostgres ? 'explain' : 'explain query plan')} ${sums}`))
    })
    expect(plan).toMatch(/COVERING INDEX|Index Only Scan/)
  })

  it('the lists of logs walk theirs', async () => {
    for (const log of ['Version', 'Operation Log']) expect(await planOf(log, true)).toSatisfy(walks)
  })
})
