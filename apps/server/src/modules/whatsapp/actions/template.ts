import { open as openFile } from 'node:fs/promises'
import { type EntityRecord, invalid } from '@tavla/contract'
import { type Action, readTables, type StoredRow, systemContext, updateRecord } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { type Connection, connectionOf, defaultConnection } from '../connection.ts'
import { callGraph, GraphError } from '../graph.ts'
import { scalarText } from '../inbox/items.ts'
import { templateEntity } from '../rows.ts'
import { fileOf } from '../send/attachment.ts'
import { tellReason } from '../template-state.ts'
import { componentsOf, recordOf, stateOf } from '../templates.ts'

const fields = 'id,name,language,status,category,rejected_reason,components'

/** Actions that submit a template to the provider and read its state (reference: http-api, Actions). */
export const templateActions = (site: Site): Action[] => [
  managersOnly(site, 'submit_template', submit),
  managersOnly(site, 'sync_template', sync),
]

function managersOnly(site: Site, name: string, run: (site: Site, id: string) => Promise<EntityRecord>): Action {
  return {
    entity: templateEntity,
    name,
    needs: 'write',
    role: 'System Manager',
    effect: 'outside',
    async run(_engine, { language }, { id }) {
      const { status, template_id, rejection_reason } = await run(site, id).catch(rethrowRefusal)
      return { status, template_id, rejection_reason: tellReason(site, rejection_reason, language) }
    },
  }
}

async function submit(site: Site, id: string): Promise<EntityRecord> {
  const { template, buttons } = await read(site, id)
  const connection = await connectionFor(site, template)
  const save = (values: object) => updateTemplate(site, id, { whatsapp_webhook: connection.id, ...values })
  // The sandbox has no provider, so it approves everything.
  if (!connection.isLive)
    return save({ status: 'Approved', template_id: template.template_id ?? `${sandboxPrefix}${id}`.slice(0, 140) })
  const headerHandle = await uploadSample(site, connection, template)
  const components = componentsOf(template, buttons, headerHandle)
  const templateId = idAtProvider(template)
  if (templateId !== null) {
    const json = { category: template.category, components }
    await callGraph(site, connection, encodeURIComponent(templateId), { method: 'POST', json })
    return save({ status: 'Pending', rejection_reason: null })
  }
  const { template_name: name, language_code: language, category } = template
  const json = { name, language, category, components }
  const answer = await callGraph(site, connection, `${accountOf(connection)}/message_templates`, {
    method: 'POST',
    json,
  })
  return save(stateOf(answer))
}

async function sync(site: Site, id: string): Promise<EntityRecord> {
  const { template } = await read(site, id)
  const connection = await connectionFor(site, template)
  if (!connection.isLive) return updateTemplate(site, id, {})
  const templateId = idAtProvider(template)
  if (templateId !== null) {
    const path = encodeURIComponent(templateId)
    return updateTemplate(site, id, stateOf(await callGraph(site, connection, path, { query: { fields } })))
  }
  const query = { fields, name: String(template.template_name) }
  const { data } = await callGraph(site, connection, `${accountOf(connection)}/message_templates`, { query })
  const found = (Array.isArray(data) ? data : []).find(
    (one) => one?.name === template.template_name && one?.language === template.language_code,
  )
  return found ? updateTemplate(site, id, recordOf(found) ?? stateOf(found)) : updateTemplate(site, id, {})
}

/**
 * Deletes a submitted template at the provider, so that it can't be sent any more (reference: metadata, Rules of
 * built-in entities).
 */
export async function deleteAtProvider(site: Site, id: string): Promise<void> {
  const { template } = await read(site, id)
  const templateId = idAtProvider(template)
  if (templateId === null) return
  const connection = await connectionFor(site, template)
  if (!connection.isLive) return
  const query = { name: String(template.template_name), hsm_id: templateId }
  const path = `${accountOf(connection)}/message_templates`
  await callGraph(site, connection, path, { method: 'DELETE', query }).catch((error: unknown) => {
    // The provider no longer has the template: it is deleted already.
    if (!(error instanceof GraphError && error.code === 100)) throw rethrowRefusal(error)
  })
}

/** Prefix of ids that the sandbox gives; no provider knows them. */
export const sandboxPrefix = 'sandbox.'

/** The provider's id of a template; null without one, or if it is from the sandbox. */
const idAtProvider = ({ template_id: id }: StoredRow): string | null =>
  id == null || String(id).startsWith(sandboxPrefix) ? null : String(id)

export const accountOf = ({ businessAccountId }: Connection): string => {
  if (businessAccountId === null) throw invalid('{0} is required', [{ translate: 'Business Account ID' }])
  return encodeURIComponent(businessAccountId)
}

/** Rethrows a provider's refusal as the answer to the caller. */
export function rethrowRefusal(error: unknown): never {
  throw error instanceof GraphError ? error.asProblem() : error
}

async function read(site: Site, id: string): Promise<{ template: StoredRow; buttons: readonly StoredRow[] }> {
  const { engine, store } = site
  const model = engine.models.require(templateEntity)
  const template = await engine.rows(model).byId(store, id)
  if (!template) throw new Error(`Template ${id} is gone`)
  const { buttons = [] } = await readTables(engine, store, model, id)
  return { template, buttons }
}

async function connectionFor(site: Site, { whatsapp_webhook }: StoredRow): Promise<Connection> {
  const named = whatsapp_webhook == null ? undefined : await connectionOf(site, String(whatsapp_webhook))
  if (named) return named
  const connection = await defaultConnection(site)
  if (!connection) throw invalid('There is no active WhatsApp connection')
  if (!connection.isActive) throw invalid('The WhatsApp connection {0} is not active', [connection.id])
  return connection
}

function updateTemplate({ engine }: Site, id: string, values: object): Promise<EntityRecord> {
  return updateRecord(engine, systemContext(engine), templateEntity, id, values)
}

/** Uploads the sample file of a header, in two calls. */
async function uploadSample(site: Site, connection: Connection, template: StoredRow): Promise<string | undefined> {
  if (template.header_type == null || template.header_type === 'TEXT' || template.header_sample == null)
    return undefined
  if (connection.appId === null) throw invalid('{0} is required', [{ translate: 'Meta App ID' }])
  const ctx = systemContext(site.engine)
  const row = await fileOf({ engine: site.engine, ctx, tx: site.store }, String(template.header_sample))
  if (!row) throw invalid('Could not find {0}: {1}', [{ translate: 'Header Sample' }, String(template.header_sample)])
  const { path } = await site.files.find(ctx, String(row.id))
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const query = { file_name: String(row.file_name), file_length: String(size), file_type: String(row.mime_type) }
    const path = `${encodeURIComponent(connection.appId)}/uploads`
    const session = scalarText((await callGraph(site, connection, path, { method: 'POST', query })).id)
    if (session === null) throw new GraphError({ text: 'WhatsApp gave no ID for the file.' })
    const answer = await callGraph(site, connection, session, {
      method: 'POST',
      timeout: 120_000,
      headers: {
        authorization: `OAuth ${connection.accessToken}`,
        file_offset: '0',
        'content-type': 'application/octet-stream',
        'content-length': String(size),
      },
      body: file.createReadStream({ autoClose: false }),
    })
    return scalarText(answer.h) ?? undefined
  } finally {
    await file.close()
  }
}
