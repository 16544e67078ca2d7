import { type Bench, connections, type Measure, siteRate } from '../bench.ts'
import { call } from '../calls.ts'
import { type LoadAnswer, request } from '../load.ts'
import { compare, type Row } from '../measure.ts'

/** Records over which one sum is worked out, and rows of a record with formulas. */
const [summed, rows] = [1_000, 50]
/** Most rows of a record. */
const mostRows = 500
/** More writes than a round has time for: each brings another value. */
const writes = 6_000

let value = 0

/** Writes that formulas and a roll-up follow, against the same writes without them. */
export const derived: Measure = async function* (bench) {
  yield await against(bench, 'write of a record with 10 formulas and 50 rows', await withFormulas(bench))
  yield await against(bench, 'write of a record of whose 1,000 a sum is kept', await withRollup(bench))
  const longest = await withLongest(bench)
  yield await against(bench, 'write of a record whose longest formula goes through 500 rows', longest, null)
}

/** The requests of one round, of the entity without and of the one with derived values. */
type Requests = Record<'plain' | 'derived', () => string[]>

async function against(bench: Bench, name: string, requests: Requests, least: number | null = 0.66): Promise<Row> {
  await siteRate(bench, requests.plain())
  await siteRate(bench, requests.derived())
  const { value, baseline, ratio } = await compare(
    bench.rounds,
    () => siteRate(bench, requests.plain()),
    () => siteRate(bench, requests.derived()),
  )
  const target = least === null ? {} : { target: { of: 'ratio', least } as const }
  return { name, value, unit: '/s', baseline: { name: 'the same without', value: baseline }, ratio, ...target }
}

async function withFormulas(bench: Bench): Promise<Requests> {
  const make = async (id: string, hasFormulas: boolean) => {
    const formula = (text: string) => (hasFormulas ? { formula: text } : {})
    const numbers = (names: string[], text: (n: number) => string) =>
      names.map((fieldname, n) => ({ fieldname, fieldtype: 'Float', ...formula(text(n)) }))
    const own = ['a', 'b', 'c', 'd', 'e']
    const inputs = ['quantity', 'price'].map((fieldname) => ({ fieldname, fieldtype: 'Float' }))
    const columns = [...inputs, ...numbers(own, (n) => `quantity * price + ${n}`)]
    await define(bench, { id: `${id} Row`, type: 'Table', fields: columns })
    const lines = { fieldname: 'lines', fieldtype: 'Table', options: `${id} Row` }
    const totals = numbers(own, (n) => `sum(lines.map(l, l.${own[n]}))`)
    await define(bench, { id, fields: [{ fieldname: 'title' }, lines, ...totals] })
    const made = Array.from({ length: connections }, (_, n) => {
      const list = Array.from({ length: rows }, () => ({ quantity: 2, price: 3 }))
      return request('POST', `/api/entity/${encodeURIComponent(id)}`, bench.cookie, { title: `T ${n}`, lines: list })
    })
    await makeAll(bench, made)
    const { json } = await call(bench, 'GET', `/api/entity/${encodeURIComponent(id)}?limit_page_length=${connections}`)
    const ids = (json.data as { id: string }[]).map((one) => one.id)
    return () =>
      Array.from({ length: writes / 10 }, (_, n) => {
        const list = Array.from({ length: rows }, () => ({ quantity: ++value % 90, price: 3 }))
        const url = `/api/entity/${encodeURIComponent(id)}/${ids[n % ids.length]}`
        return request('PUT', url, bench.cookie, { lines: list })
      })
  }
  return { plain: await make('Bench Sum', false), derived: await make('Bench Formula', true) }
}

/** A formula of as many names and operators as one may have, for each of as many rows. */
async function withLongest(bench: Bench): Promise<Requests> {
  const column = 'a_column_with_a_name_of_31_chars'
  const terms = Array.from({ length: 50 }, () => `l.${column}`).join(' + ')
  const make = async (id: string, formula: object) => {
    const columns = [{ fieldname: column, fieldtype: 'Float' }]
    await define(bench, { id: `${id} Row`, type: 'Table', fields: columns })
    const lines = { fieldname: 'lines', fieldtype: 'Table', options: `${id} Row` }
    const total = { fieldname: 'total', fieldtype: 'Float', ...formula }
    await define(bench, { id, naming_rule: 'Prompt', fields: [lines, total] })
    const list = () => Array.from({ length: mostRows }, () => ({ [column]: ++value % 90 }))
    const url = `/api/entity/${encodeURIComponent(id)}`
    await makeAll(bench, [request('POST', url, bench.cookie, { id: 'L', lines: list() })])
    return () => Array.from({ length: writes / 60 }, () => request('PUT', `${url}/L`, bench.cookie, { lines: list() }))
  }
  return {
    plain: await make('Bench Short', {}),
    derived: await make('Bench Long', { formula: `sum(lines.map(l, ${terms}))` }),
  }
}

async function withRollup(bench: Bench): Promise<Requests> {
  const make = async (id: string, hasRollup: boolean) => {
    await define(bench, { id, naming_rule: 'Prompt', fields: [{ fieldname: 'name' }] })
    const link = { fieldname: 'customer', fieldtype: 'Link', options: id }
    const sale = `${id} Sale`
    await define(bench, {
      id: sale,
      naming_rule: 'Prompt',
      fields: [link, { fieldname: 'total', fieldtype: 'Currency' }],
    })
    const rollup = { entity: sale, link: 'customer', kind: 'sum', field: 'total' }
    if (hasRollup) {
      const { json } = await call(bench, 'GET', `/api/entity/Entity/${encodeURIComponent(id)}`)
      const { entity } = json as unknown as { entity: { fields: object[]; modified: string } }
      const { fields, modified } = entity
      const more = [...fields, { fieldname: 'owed', fieldtype: 'Currency', rollup }]
      await call(bench, 'PUT', `/api/entity/Entity/${encodeURIComponent(id)}`, { modified, fields: more })
    }
    const url = `/api/entity/${encodeURIComponent(sale)}`
    const post = (entity: string, body: object) =>
      request('POST', `/api/entity/${encodeURIComponent(entity)}`, bench.cookie, body)
    await makeAll(bench, [post(id, { id: 'C' })])
    await makeAll(
      bench,
      Array.from({ length: summed }, (_, n) => post(sale, { id: `S${n}`, customer: 'C', total: n })),
    )
    return () =>
      Array.from({ length: writes }, (_, n) =>
        request('PUT', `${url}/S${n % summed}`, bench.cookie, { total: ++value / 100 }),
      )
  }
  return { plain: await make('Bench Apart', false), derived: await make('Bench Rolled', true) }
}

async function define(bench: Bench, definition: object): Promise<void> {
  await call(bench, 'POST', '/api/entity/Entity', { module: 'Sales', ...definition })
}

const makeAll = ({ client, site }: Bench, requests: string[]): Promise<LoadAnswer> =>
  client.run({ port: site.port, requests, connections, seconds: 60, isOnce: true })
