import { isDeepStrictEqual } from 'node:util'
import {
  type Action,
  createRecord,
  readTables,
  type StoredRow,
  systemContext,
  updateRecord,
} from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { type Connection, connectionOf, webhookEntity } from '../connection.ts'
import { callGraph, GraphError } from '../graph.ts'
import { asObject, scalarText } from '../inbox/items.ts'
import { templateEntity } from '../rows.ts'
import { noteHealth } from '../send/sender.ts'
import { recordOf } from '../templates.ts'
import { accountOf, rethrowRefusal } from './template.ts'

/** Stops a provider that pages in a circle; no account may have so many templates. */
const maxPages = 100

/** Actions of managers on a connection (reference: http-api, Actions). */
export const connectionActions = (site: Site): Action[] => [
  {
    entity: webhookEntity,
    name: 'test_connection',
    effect: 'outside',
    needs: 'write',
    role: 'System Manager',
    run: (_engine, _ctx, { id }) => testConnection(site, id),
  },
  {
    entity: webhookEntity,
    name: 'sync_templates',
    effect: 'outside',
    needs: 'write',
    role: 'System Manager',
    run: (_engine, _ctx, { id }) => syncTemplates(site, id).catch(rethrowRefusal),
  },
]

async function testConnection(site: Site, id: string) {
  const { engine } = site
  const connection = await needConnection(site, id)
  if (!connection.isLive)
    return { status: 'Active', display_phone_number: connection.displayNumber, verified_name: null }
  const query = { fields: 'display_phone_number,verified_name,quality_rating' }
  const path = encodeURIComponent(connection.phoneNumberId ?? '')
  const answer = await callGraph(site, connection, path, { query }).catch(async (error: unknown) => {
    if (error instanceof GraphError) await noteHealth(site, id, error.sentence)
    return rethrowRefusal(error)
  })
  const display_phone_number = scalarText(answer.display_phone_number)
  await noteHealth(site, id, null)
  if (display_phone_number !== null && connection.displayNumber === null) {
    await updateRecord(engine, systemContext(engine), webhookEntity, id, { display_phone_number })
  }
  return { status: 'Active', display_phone_number, verified_name: scalarText(answer.verified_name) }
}

/** Imports the account's templates; updates those that are known by name and language. */
async function syncTemplates(site: Site, id: string): Promise<{ created: number; updated: number }> {
  const connection = await needConnection(site, id)
  const count = { created: 0, updated: 0 }
  if (!connection.isLive) return count
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const answer = await readPage(site, connection, after)
    for (const template of answer.data) {
      const what = await saveTemplate(site, connection.id, template)
      if (what) count[what]++
    }
    if (answer.next === undefined || answer.next === after) break
    after = answer.next
  }
  return count
}

async function readPage(site: Site, connection: Connection, after: string | undefined) {
  const query = { fields: 'id,name,language,status,category,rejected_reason,components', limit: '100', after }
  const { data, paging } = await callGraph(site, connection, `${accountOf(connection)}/message_templates`, { query })
  const { cursors, next } = asObject(paging)
  const cursor = scalarText(asObject(cursors).after) ?? undefined
  return { data: Array.isArray(data) ? data : [], next: next === undefined ? undefined : cursor }
}

async function saveTemplate(site: Site, webhook: string, data: unknown): Promise<'created' | 'updated' | undefined> {
  const { engine } = site
  const record = recordOf(data)
  if (!record) return undefined
  const model = engine.models.require(templateEntity)
  const values = { ...record, whatsapp_webhook: webhook }
  const before = await engine.rows(model).byId(engine.store, `${record.template_name}-${record.language_code}`)
  const system = systemContext(engine)
  try {
    if (!before) await createRecord(engine, system, templateEntity, values)
    else {
      const { buttons = [] } = await readTables(engine, engine.store, model, String(before.id))
      const after = await updateRecord(engine, system, templateEntity, String(before.id), {
        ...values,
        buttons: isSameRows(buttons, record.buttons) ? buttons : record.buttons,
      })
      return after.modified === engine.clock.toWall(String(before.modified)) ? undefined : 'updated'
    }
    return 'created'
  } catch (error) {
    // A template that breaks our rules must not stop the others.
    site.logs.worker.warn({ template: record.template_name, error: String(error) }, 'template not taken over')
    return undefined
  }
}

/** True when the rows have the same content, so that unchanged rows keep their identity. */
function isSameRows(before: readonly StoredRow[], after: unknown): boolean {
  const names = ['button_type', 'button_label', 'website_url', 'url_type', 'example_url', 'phone_number']
  const plain = (rows: readonly StoredRow[]) =>
    rows.map((row) => names.map((name) => row[name] ?? (name === 'url_type' ? 'Static' : null)))
  return isDeepStrictEqual(plain(before), plain(after as StoredRow[]))
}

async function needConnection(site: Site, id: string): Promise<Connection> {
  const connection = await connectionOf(site, id)
  if (!connection) throw new Error(`Connection ${id} is gone`)
  return connection
}
