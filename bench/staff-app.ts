import { listUrl, type Query } from './bench.ts'
import { type RunningSite, signIn } from './site.ts'
import { makeWide, unlistedField, wideDefinition } from './wide.ts'

/** Records of a list, as the screen can be asked for them. */
export interface Shown {
  entity: string
  /** In the order of the list. */
  rows: readonly { id: string; text: string }[]
  /** The field that no list shows, and whose text therefore tells that the record itself is there. */
  field: string
}

export interface StaffApp {
  deals: Shown
  questionnaires: Shown
}

const shown = 40

/** Makes the entity of three hundred fields beside the deals, and says what stands at the head of both lists. */
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
  const head = async (entity: string, field: string): Promise<Shown> => {
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
