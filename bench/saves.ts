import { type Bench, connections, listUrl } from './bench.ts'
import { call } from './calls.ts'
import { makeDeal } from './deal.ts'
import { type LoadAnswer, request } from './load.ts'
import { cpuOf } from './site.ts'

/** A deal as a form reads it, and the moment of this state. */
interface ReadDeal {
  id: string
  modified: string
  title: string
  stage: string
  city: string
  owner_name: string
}

const pages = 10
const pageLength = 500

/** The deals of one round of updates as they are now, read as forms read them: a moment is in the time of the site. */
export async function dealsNow(bench: Bench): Promise<ReadDeal[]> {
  const fields = ['id', 'modified', 'title', 'stage', 'city', 'owner_name']
  const deals: ReadDeal[] = []
  for (let page = 0; page < pages; page++) {
    const query = { fields, order_by: 'id asc', limit_start: page * pageLength, limit_page_length: pageLength }
    const { json } = await call(bench, 'GET', listUrl(query))
    deals.push(...(json.data as ReadDeal[]))
  }
  return deals
}

let made = 0

/** A save of two fields that says nothing of the state it stands on. */
export function plainSave({ cookie }: Bench, { id }: ReadDeal): string {
  return request('PUT', `/api/entity/Deal/${id}`, cookie, fresh())
}

/** A save of the same two fields as our forms send it. */
export function formSave({ cookie }: Bench, { id, modified, title, stage }: ReadDeal): string {
  const body = { ...fresh(), modified, _base: { title, stage } }
  return request('PUT', `/api/entity/Deal/${id}`, cookie, body, { hasOperation: true })
}

/** A form's save of two other fields. Where the deal was saved since, it is merged. */
export function otherSave({ cookie }: Bench, { id, modified, city, owner_name }: ReadDeal): string {
  const other = makeDeal(7_000_000 + made++)
  const values = { city: `${other.city} ${made % 100}`, owner_name: `${other.owner_name} ${made % 100}` }
  const body = { ...values, modified, _base: { city, owner_name } }
  return request('PUT', `/api/entity/Deal/${id}`, cookie, body, { hasOperation: true })
}

function fresh(): Pick<ReadDeal, 'title' | 'stage'> {
  const { title, stage } = makeDeal(6_000_000 + made++)
  return { title, stage }
}

export interface SaveAnswer extends LoadAnswer {
  /** CPU time of the site for each save, in microseconds: it hardly depends on other load of the machine. */
  cpu: number
}

/** Sends each save once, 32 at a time, for the seconds of a round. */
export async function save({ client, site, seconds }: Bench, requests: readonly string[]): Promise<SaveAnswer> {
  const before = cpuOf(site.pid)
  const answer = await client.run({ port: site.port, requests, connections, seconds, isOnce: true })
  return { ...answer, cpu: (cpuOf(site.pid) - before) / answer.count }
}
