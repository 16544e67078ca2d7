import { type FoundRecord, findOne, systemContext, updateIn } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { reasonOf } from '../../../outbox/send-errors.ts'
import { openOut } from '../../../outward/call-out.ts'
import type { Site } from '../../../site.ts'
import { type Connection, connectionOf } from '../connection.ts'
import { callGraph, errorWith, GraphError } from '../graph.ts'
import { messageEntity } from '../rows.ts'
import type { Content } from './content.ts'
import type { Inbox, InboxRow, InboxWorker } from './inbox.ts'

type Media = NonNullable<Content['media']>

const retryAfter = [5_000, 30_000, 120_000, 600_000]
const timeout = 120_000
/** The provider's hosts for media; the token goes to no others. */
const providerHosts = /(?:^|\.)(?:fbsbx\.com|fbcdn\.net|whatsapp\.net|facebook\.com)$/

/** Fetches the files of received messages and attaches them (reference: conversations, Receiving WhatsApp). */
export function mediaWorker(site: Site, inbox: Inbox): InboxWorker {
  return {
    batch: 3,
    async work(rows) {
      await Promise.all(rows.map((row) => fetchMedia(site, inbox, row)))
    },
  }
}

async function fetchMedia(site: Site, inbox: Inbox, row: InboxRow): Promise<void> {
  const { engine } = site
  const message = await engine.rows(engine.models.require(messageEntity)).byId(site.store, row.ref)
  const connection = message && (await connectionOf(site, String(message.whatsapp_webhook ?? '')))
  const system = systemContext(engine)
  try {
    if (message && connection) {
      const file =
        (await fileOfMessage(site, row.ref)) ??
        (await saveMedia(site, connection, row.ref, JSON.parse(row.body) as Media))
      await site.store.write(async (tx) => {
        if (!(await inbox.done(tx, row.rid))) return
        await updateIn(engine, system, tx, messageEntity, row.ref, { attach: file.file_url, error: null })
        if (message.communication == null) return
        const attachments = [{ file: file.id, file_name: file.file_name, file_url: file.file_url }]
        await updateIn(engine, system, tx, 'Communication', String(message.communication), { attachments, error: null })
      })
      return
    }
    await site.store.write((tx) => inbox.done(tx, row.rid))
  } catch (error) {
    const delay = error instanceof GraphError && !error.canRetry ? undefined : retryAfter[row.attempts]
    site.logs.worker.warn({ message: row.ref, attempts: row.attempts + 1, err: error }, 'file not fetched')
    await site.store.write(async (tx) => {
      if (delay !== undefined) return inbox.later(tx, 'whatsapp media', row.rid, delay)
      await inbox.done(tx, row.rid)
      const values = {
        error: encodeSentence({ prefix: { text: 'The file could not be fetched.' }, ...reasonOf(error) }),
      }
      if (!(await engine.rows(engine.models.require(messageEntity)).exists(tx, row.ref))) return
      await updateIn(engine, system, tx, messageEntity, row.ref, values)
      if (message?.communication != null)
        await updateIn(engine, system, tx, 'Communication', String(message.communication), values)
    })
  }
}

type SavedFile = FoundRecord<'file_name' | 'file_url'>

/** A file that was stored before the site ended without noting it. */
function fileOfMessage({ engine }: Site, id: string): Promise<SavedFile | undefined> {
  const where = { attached_to_entity: messageEntity, attached_to_id: id }
  return findOne(engine, 'File', { where, fields: ['file_name', 'file_url'], order: 'made' })
}

/** @throws GraphError, and Problem for a file that is too large */
async function saveMedia(site: Site, connection: Connection, messageId: string, media: Media): Promise<SavedFile> {
  if (connection.accessToken === null) throw new GraphError({ text: 'The connection has no access token.' })
  const { url } = await callGraph(site, connection, encodeURIComponent(media.id))
  if (typeof url !== 'string' || !isOfProvider(connection, url)) {
    throw new GraphError({ text: 'WhatsApp named an address for the file that is not its own.' })
  }
  const answer = await openOut(site.config, url, {
    timeout,
    headers: { authorization: `Bearer ${connection.accessToken}`, 'user-agent': 'Tavla' },
  })
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new GraphError(errorWith(answer.statusCode), { canRetry: true })
  }
  const file = { entity: messageEntity, id: messageId, field: 'attach', isPrivate: true }
  const fileName = media.name ?? nameOf(media.mime)
  const record = await site.files.save(systemContext(site.engine), { ...file, fileName, content: answer })
  return { id: record.id, file_name: String(record.file_name), file_url: String(record.file_url) }
}

/** True for the provider's own hosts and for the origin of the connection. */
function isOfProvider({ baseUrl }: Connection, address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  return url.origin === URL.parse(baseUrl)?.origin || (url.protocol === 'https:' && providerHosts.test(url.hostname))
}

function nameOf(mime: string | null): string {
  const [kind = 'file', type = ''] = (mime ?? '').split(';', 1)[0]?.split('/') ?? []
  const extension = type === 'jpeg' ? 'jpg' : /^[a-z0-9]{1,5}$/.test(type) ? type : ''
  return extension === '' ? kind || 'file' : `${kind}.${extension}`
}
