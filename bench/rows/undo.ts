import type { Bench } from '../bench.ts'
import { connections, listUrl } from '../bench.ts'
import { call, timed } from '../calls.ts'
import { request } from '../load.ts'
import { compare, type Row } from '../measure.ts'

const bulk = 500

/** The time of an undo of many records, against that of their bulk edit. */
export async function undoOfBulk(bench: Bench): Promise<Row> {
  let operation = ''
  const edit = () =>
    timed(async () => {
      operation = await editMany(bench)
    })
  const undo = () => timed(() => takeBack(bench, operation))
  await edit()
  await undo()
  const { value, baseline, ratio } = await compare(bench.rounds, edit, undo)
  const target = { of: 'ratio', most: 3 } as const
  const name = `undo of a bulk edit of ${bulk} records`
  return { name, value, unit: 'ms', baseline: { name: 'the bulk edit', value: baseline }, ratio, target }
}

/** The time of another entity's list while one undo after the other takes back many records. */
export async function listBesideUndo(bench: Bench): Promise<Row> {
  const { client, site, cookie, seconds } = bench
  const requests = [request('GET', listUrl({ limit_page_length: 40 }, 'Order'), cookie)]
  const p99 = async () => (await client.run({ port: site.port, requests, connections: connections / 2, seconds })).p99
  let operation = await editMany(bench)
  let undone = 0
  const beside = async () => {
    let isOver = false
    const undos = (async () => {
      // An undo of the undo sets the records again.
      for (; !isOver; undone++) operation = await takeBack(bench, operation)
    })()
    const value = await p99().finally(() => {
      isOver = true
    })
    await undos
    return value
  }
  await p99()
  const { value, baseline, ratio } = await compare(bench.rounds, p99, beside)
  return {
    name: `list p99 of another entity while ${bulk} are undone`,
    value,
    unit: 'ms',
    baseline: { name: 'p99 alone', value: baseline },
    ratio,
    target: { of: 'value', most: 10 },
    note: `beside ${undone} undos`,
  }
}

let round = 0

/** Edits many deals at once. Resolves to the id of the operation. */
async function editMany(bench: Bench): Promise<string> {
  round++
  const entities = bench.sql.ids(bulk).map((id) => ({ id, notes: `Edited in round ${round}` }))
  const { headers } = await call(bench, 'POST', '/api/entity/Deal/bulk-update', { entities })
  return headers.get('operation-id') ?? ''
}

/** Undoes the operation, wholly. Resolves to the id of the undo. */
async function takeBack(bench: Bench, operation: string): Promise<string> {
  const { json } = await call(bench, 'POST', `/api/entity/Operation Log/${operation}?run_method=undo`, { data: {} })
  const { operation: made, undone } = json.data as { operation: string; undone: number }
  if (undone !== bulk) throw new Error(`Of ${bulk} records, ${undone} were undone.`)
  return made
}
