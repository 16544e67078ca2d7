import { rmSync } from 'node:fs'
import { connections, listUrl } from '../bench.ts'
import { temporaryFolder } from '../data.ts'
import { counterDigits, counterMark, type LoadClient, request } from '../load.ts'
import { compare, type Row } from '../measure.ts'
import { type RunningSite, signIn, startSite } from '../site.ts'

const records = 400
/** First some messages on every tenth record, then five on each of them. */
const few = 200
const many = 2000
const seconds = 2

/**
 * The cost of badges on a page of 40: the same records in an entity with communications and in one without,
 * alternately. Every request is new to the site, since a cached page costs nothing in either.
 */
export async function* badges(client: LoadClient, rounds: number): AsyncGenerator<Row> {
  const dir = temporaryFolder()
  const site = await startSite(dir)
  try {
    const cookie = await signIn(site)
    const call = caller(site, cookie)
    for (const [id, has_communication] of [
      ['Plain', 0],
      ['Talk', 1],
    ] as const) {
      const fields = ['title', 'city'].map((fieldname) => ({ fieldname, fieldtype: 'Data', in_list_view: 1 }))
      await call('POST', 'Entity', { id, module: 'Bench', title_field: 'title', has_communication, fields })
    }
    const ids: string[] = []
    for (let n = 0; n < records; n++) {
      const values = { title: `Record ${n}`, city: `City ${n % 9}` }
      await call('POST', 'Plain', values)
      ids.push((await call('POST', 'Talk', values)).entity.id)
    }
    const rate = (entity: string) => async () =>
      (await client.run({ port: site.port, requests: [pageOf(entity, cookie)], connections, seconds })).perSecond
    const [plain, talk] = [rate('Plain'), rate('Talk')]
    await plain()
    await talk()
    yield rowOf('list of 40 with badges, while nobody has written', await compare(rounds, plain, talk))
    const write = async (count: number, step: number) => {
      for (let n = 0; n < count; n++) {
        const reference = { reference_entity: 'Talk', reference_id: ids[(n * step) % records] }
        const kind = { communication_medium: n % 2 ? 'Email' : 'WhatsApp', sent_or_received: 'Received' }
        await call('POST', 'Communication', { subject: `Message ${n}`, ...kind, ...reference })
      }
    }
    await write(few, 10)
    yield rowOf(`the same, with ${few} open messages of ${records / 10} records`, await compare(rounds, plain, talk))
    await write(many - few, 1)
    const { target: _, ...row } = rowOf(`the same, with ${many} of all`, await compare(rounds, plain, talk))
    yield row
  } finally {
    await site.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function rowOf(name: string, { value, baseline, ratio }: Awaited<ReturnType<typeof compare>>): Row {
  const without = { name: 'the same without badges', value: baseline }
  return { name, value, unit: '/s', baseline: without, ratio, target: { of: 'ratio', least: 0.9 } }
}

function pageOf(entity: string, cookie: string): string {
  const filters = { title: ['!=', counterMark] }
  const url = listUrl({ filters, order_by: 'modified desc', limit_page_length: 40 }, entity)
  return request('GET', url.replace('%23'.repeat(counterDigits), counterMark), cookie)
}

function caller({ port }: RunningSite, cookie: string) {
  return async (method: string, entity: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/entity/${entity}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${entity} was refused: ${await answer.text()}`)
    return (await answer.json()) as { entity: { id: string } }
  }
}
