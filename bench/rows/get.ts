import { startBareServer } from '../baselines.ts'
import { connections, type Measure, siteRate, warmUp } from '../bench.ts'
import { request } from '../load.ts'
import { compare } from '../measure.ts'

/** One record by its id, all over the table. */
export const get: Measure = async function* (bench) {
  const { client, site, cookie, sql, rounds, seconds } = bench
  const ids = sql.ids(5000)
  const requests = ids.map((id) => request('GET', `/api/entity/Deal/${id}`, cookie))
  await warmUp(bench, requests)

  const bare = await startBareServer(`http://127.0.0.1:${site.port}/api/entity/Deal/${ids[0]}`, cookie)
  let busy = 0
  const bareRate = async () => {
    const answer = await client.run({ port: bare.port, requests, connections, seconds })
    busy = Math.max(busy, answer.busy)
    return answer.perSecond
  }
  const byHttp = await compare(rounds, bareRate, () => siteRate(bench, requests))
  bare.stop()
  yield {
    name: 'get by id',
    value: byHttp.value,
    unit: '/s',
    baseline: { name: 'bare http', value: byHttp.baseline },
    ratio: byHttp.ratio,
    target: { of: 'ratio', least: 0.3 },
    note: `client busy ${Math.round(busy * 100)} % under the baseline`,
  }

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
