import { listUrl, type Query } from './bench.ts'
import { type RunningSite, signIn } from './site.ts'
import { makeWide, unlistedField, wideDefinition } from './wide.ts'

/** Records of a list, for finding them on screen. */
export interface ShownRecords {
  entity: string
  /** In the order of the list. */
  rows: readonly { id: string; text: string }[]
  /** A field that no list shows, so that its text proves that the record itself has loaded. */
  field: string
}

export interface StaffApp {
  deals: ShownRecords
  questionnaires: ShownRecords
}

const shown = 40

/** Makes the entity of three hundred fields beside the deals, and returns the first records of both lists. */
export async function prepareStaffApp(site: RunningSite): Promise<StaffApp> {
  const cookie = await signIn(site)
  const call = async (method: string, url: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${site.port}${url}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${url} was refused: ${await response.text()}`)
    return (await response.json()) as { data: Record<string, string>[] }
  }
  const head = async (entity: string, field: string): Promise<ShownRecords> => {
    const query: Query = { fields: ['id', field], limit_page_length: shown }
    const { data } = await call('GET', listUrl(query, entity))
    return { entity, field, rows: data.map((row) => ({ id: row.id ?? '', text: row[field] ?? '' })) }
  }

  const deals = await head('Deal', 'contact_email')
  const ids = deals.rows.map(({ id }) => id)
  await call('POST', '/api/entity/Entity', wideDefinition)
  for (let number = 0; number < shown; number++) {
    await call('POST', `/api/entity/${wideDefinition.id}`, makeWide(number, ids))
  }
  return { deals, questionnaires: await head(wideDefinition.id, unlistedField) }
}
