import type { StoredDeal } from './baselines.ts'
import { type Bench, connections } from './bench.ts'
import { makeDeal } from './deal.ts'
import { type LoadAnswer, request } from './load.ts'
import { cpuOf } from './site.ts'

/** More updates than a site makes in one round. */
const deals = 10_000

/** The deals of one round of updates, as they are now. */
export const dealsNow = ({ sql }: Bench): StoredDeal[] => sql.deals(deals)

let made = 0

/** A save of two fields that says nothing of the state it stands on. */
export function plainSave({ cookie }: Bench, { id }: StoredDeal): string {
  return request('PUT', `/api/entity/Deal/${id}`, cookie, fresh())
}

/** A save of the same two fields as our forms send it. */
export function formSave({ cookie }: Bench, { id, modified, title, stage }: StoredDeal): string {
  const body = { ...fresh(), modified, _base: { title, stage } }
  return request('PUT', `/api/entity/Deal/${id}`, cookie, body, { hasOperation: true })
}

/** A form's save of two other fields. Where the deal was saved since, it is merged. */
export function otherSave({ cookie }: Bench, { id, modified, city, owner_name }: StoredDeal): string {
  const other = makeDeal(7_000_000 + made++)
  const values = { city: `${other.city} ${made % 100}`, owner_name: `${other.owner_name} ${made % 100}` }
  const body = { ...values, modified, _base: { city, owner_name } }
  return request('PUT', `/api/entity/Deal/${id}`, cookie, body, { hasOperation: true })
}

function fresh(): Pick<StoredDeal, 'title' | 'stage'> {
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
