import { type Bench, connections, type Measure, warmUp } from '../bench.ts'
import { request } from '../load.ts'
import { compare } from '../measure.ts'

interface Definition {
  entity: { modified: string; fields: Record<string, unknown>[] }
}

/** The effect on staff when an operator changes their entity: a field is added, retyped, and removed. */
export const whileRedefined: Measure = async function* (bench) {
  const { client, site, cookie, sql, rounds, seconds } = bench
  const gets = sql.ids(5000).map((id) => request('GET', `/api/entity/Deal/${id}`, cookie))
  await warmUp(bench, gets)

  const p99 = async () =>
    (await client.run({ port: site.port, requests: gets, connections: connections / 4, seconds })).p99
  const times: number[] = []
  const beside = async () => {
    let isOver = false
    const changes = (async () => {
      while (!isOver) times.push(...(await comeAndGo(bench)))
    })()
    const reading = p99().finally(() => {
      isOver = true
    })
    const [value] = await Promise.all([reading, changes])
    return value
  }
  const { value, baseline, ratio } = await compare(rounds, p99, beside)
  const [come, retype, go] = [0, 1, 2].map((step) => Math.max(...times.filter((_, at) => at % 3 === step)))
  yield {
    name: 'get p99 while its entity is changed',
    value,
    unit: 'ms',
    baseline: { name: 'p99 alone', value: baseline },
    ratio,
    target: { of: 'value', most: 50 },
    note: `${times.length} changes, the slowest ${come?.toFixed(0)} ms to add, ${retype?.toFixed(0)} to retype, ${go?.toFixed(0)} to delete`,
  }
}

/** Resolves to the duration of each of the three changes, in milliseconds. */
async function comeAndGo(bench: Bench): Promise<number[]> {
  const field = { fieldname: 'bench_note', label: 'Bench Note', fieldtype: 'Data' }
  const without = (fields: Definition['entity']['fields']) => fields.filter((one) => one.fieldname !== field.fieldname)
  return [
    await change(bench, (fields) => [...without(fields), field]),
    await change(bench, (fields) =>
      fields.map((one) => (one.fieldname === field.fieldname ? { ...one, fieldtype: 'Int' } : one)),
    ),
    await change(bench, without),
  ]
}

async function change(
  { site, cookie }: Bench,
  change: (fields: Definition['entity']['fields']) => Definition['entity']['fields'],
): Promise<number> {
  const address = `http://127.0.0.1:${site.port}/api/entity/Entity/Deal`
  const { entity } = (await (await fetch(address, { headers: { cookie } })).json()) as Definition
  const body = JSON.stringify({ modified: entity.modified, fields: change(entity.fields), confirm_data_loss: 1 })
  const before = performance.now()
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`The definition was refused: ${await answer.text()}`)
  return performance.now() - before
}
