import { type Measure, siteRate, warmUp } from '../bench.ts'
import { request } from '../load.ts'
import { compare } from '../measure.ts'
import { againstBareHttp } from './bare-http.ts'

/** Reads single records by id, from all over the table. */
export const get: Measure = async function* (bench) {
  const { cookie, sql, rounds, seconds } = bench
  const ids = sql.ids(5000)
  const requests = ids.map((id) => request('GET', `/api/entity/Deal/${id}`, cookie))
  await warmUp(bench, requests)

  const path = `/api/entity/Deal/${ids[0]}`
  yield await againstBareHttp(bench, { name: 'get by id', path, requests, least: 0.3 })

  const values = ids.map((id) => [id.toLowerCase(), id])
  const statement = `select * from ${sql.table} where id_fold = ? and id = ?`
  const bareSql = () => sql.perSecond(statement, values, seconds)
  const bySql = await compare(Math.min(rounds, 3), bareSql, () => siteRate(bench, requests))
  yield {
    name: 'the same, by its bare statement',
    value: bySql.value,
    unit: '/s',
    baseline: { name: 'bare statement', value: bySql.baseline },
    ratio: bySql.ratio,
  }
}
