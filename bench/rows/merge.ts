import { randomUUIDv7 } from 'node:crypto'
import { type Bench, connections, type Measure } from '../bench.ts'
import { compare } from '../measure.ts'

/** One person's saves of one record, each knowing the state that the one before answered. */
interface Saver {
  id: string
  /** The `modified` of the first state that was read, stale after the first save. */
  first: string
  modified: string
  title: string
  count: number
}

type Body = (saver: Saver, title: string) => object

const plain: Body = (_saver, title) => ({ title })
const fromForm: Body = ({ modified, title: base }, title) => ({ title, modified, _base: { title: base } })
const late: Body = ({ first, title: base }, title) => ({ title, modified: first, _base: { title: base } })

/** The cost of safe saves: those of our forms, and those that are merged, against plain updates of the same records. */
export const merge: Measure = async function* (bench) {
  const savers = await Promise.all(bench.sql.ids(connections).map((id) => readSaver(bench, id)))
  const against = (body: Body, hasOperation = false) =>
    compare(
      bench.rounds,
      () => saveRate(bench, savers, plain),
      () => saveRate(bench, savers, body, hasOperation),
    )
  await saveRate(bench, savers, late)
  const rows = [
    ['update with modified and base', 0.9, await against(fromForm)],
    ['update with Operation-Id, modified and base', 0.9, await against(fromForm, true)],
    ['update that merges', 0.8, await against(late)],
  ] as const
  for (const [name, least, { value, baseline, ratio }] of rows) {
    const target = { of: 'ratio', least } as const
    yield { name, value, unit: '/s', baseline: { name: 'plain updates', value: baseline }, ratio, target }
  }
}

async function readSaver({ site, cookie }: Bench, id: string): Promise<Saver> {
  const answer = await fetch(`http://localhost:${site.port}/api/entity/Deal/${id}`, { headers: { cookie } })
  const { entity } = (await answer.json()) as { entity: { modified: string; title: string } }
  return { id, first: entity.modified, modified: entity.modified, title: entity.title, count: 0 }
}

/** Saves per second of all savers at once, each one after the other. */
async function saveRate(bench: Bench, savers: readonly Saver[], bodyOf: Body, hasOperation = false): Promise<number> {
  const { site, cookie, seconds } = bench
  const end = performance.now() + seconds * 1000
  let saves = 0
  const run = async (saver: Saver) => {
    while (performance.now() < end) {
      saver.count++
      const headers = {
        ...{ cookie, 'content-type': 'application/json' },
        ...(hasOperation && { 'operation-id': randomUUIDv7() }),
      }
      const body = JSON.stringify(bodyOf(saver, `Deal of ${saver.id}, number ${saver.count}`))
      const url = `http://localhost:${site.port}/api/entity/Deal/${saver.id}`
      const answer = await fetch(url, { method: 'PUT', headers, body })
      // A machine that does other work may refuse a call; it then counts as none.
      if (answer.status === 503) continue
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
      const { entity } = (await answer.json()) as { entity: { modified: string; title: string } }
      Object.assign(saver, { modified: entity.modified, title: entity.title })
      saves++
    }
  }
  const started = performance.now()
  await Promise.all(savers.map(run))
  return saves / ((performance.now() - started) / 1000)
}
