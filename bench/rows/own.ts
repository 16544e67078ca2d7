import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Bench, listUrl, type Measure } from '../bench.ts'
import { call } from '../calls.ts'
import { password } from '../data.ts'
import { request } from '../load.ts'
import { pickByRank, randomFrom } from '../random.ts'
import { signIn } from '../site.ts'
import { english } from '../words.ts'

const person = 'own@bench.example'

/** Lists and searches of somebody who sees a third of all records: those of their own. */
export const own: Measure = async function* (bench) {
  const cookie = await makePerson(bench)
  const began = performance.now()
  await fetch(`http://localhost:${bench.site.port}${listUrl({ limit_page_length: 40 })}`, { headers: { cookie } })
  yield { name: 'own records only: the first list', value: performance.now() - began, unit: 'ms' }
  const random = randomFrom(23)
  const words = [...new Set(Array.from({ length: 600 }, () => pickByRank(random, english)))]
  const ways = {
    'a list': (text: string) => listUrl({ search: text, limit_page_length: 40 }),
    everything: (text: string) => `/api/app/search?${new URLSearchParams({ text })}`,
  }
  for (const [way, url] of Object.entries(ways)) {
    const requests = words.map((word) => request('GET', url(word), cookie))
    const { client, site, seconds } = bench
    const { p99 } = await client.run({ port: site.port, requests, isOnce: true, connections: 2, seconds })
    yield { name: `own records only: search of ${way}, words never asked before, p99`, value: p99, unit: 'ms' }
  }
}

/** Gives a third of the deals to a person who sees no others; resolves to their cookie. */
async function makePerson(bench: Bench): Promise<string> {
  const role = 'Bench Own'
  await call(bench, 'POST', '/api/entity/Role', { role_name: role })
  const { json } = await call(bench, 'GET', '/api/entity/Entity/Deal')
  const { permissions, modified } = (json as unknown as { entity: { permissions: object[]; modified: string } }).entity
  const rule = { role, read: 1, if_owner: 1 }
  await call(bench, 'PUT', '/api/entity/Entity/Deal', { modified, permissions: [...permissions, rule] })
  await call(bench, 'POST', '/api/user', { email: person, full_name: 'Own', new_password: password, roles: [{ role }] })
  const database = new DatabaseSync(path.join(bench.site.dir, 'store/data.sqlite'), { timeout: 30_000 })
  database.prepare(`update ${bench.sql.table} set owner = ? where rid % 3 = 0`).run(person)
  database.close()
  return signIn(bench.site, person)
}
