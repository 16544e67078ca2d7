import { find, openSecret, type StoredRow } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import type { Reader } from '../../store/store.ts'

/** A Whatsapp Webhook record as the server uses it. */
export interface Connection {
  id: string
  isLive: boolean
  isActive: boolean
  phoneNumberId: string | null
  displayNumber: string | null
  businessAccountId: string | null
  appId: string | null
  baseUrl: string
  apiVersion: string
  marksRead: boolean
  /** Each secret is decrypted when it is read. */
  readonly accessToken: string | null
  readonly appSecret: string | null
  readonly verifyToken: string | null
}

export const webhookEntity = 'Whatsapp Webhook'

/** The connection with this id; undefined when there is none. */
export async function connectionOf(
  site: Site,
  id: string,
  reader: Reader = site.store,
): Promise<Connection | undefined> {
  const { engine } = site
  const row = await engine.rows(engine.models.require(webhookEntity)).byId(reader, id)
  return row && present(site, row)
}

/**
 * The connection for messages that name none. The default one comes first, even in Error, because only a further
 * attempt shows that it works again; then the oldest one in use. A live one comes before the sandbox, whose messages
 * reach nobody. If none is in use, it is an inactive one, for the refusal to name.
 */
export async function defaultConnection(site: Site, reader: Reader = site.store): Promise<Connection | undefined> {
  const fields = ['is_default', 'mode', 'status'] as const
  const all = await find(site.engine, webhookEntity, { fields, order: 'made', reader })
  const [first] = all.toSorted((one, other) => rankOf(one) - rankOf(other))
  return first && connectionOf(site, first.id, reader)
}

/** Lower is better: the default one in use, then live before sandbox, then active before in error before inactive. */
function rankOf({ is_default, mode, status }: Record<'is_default' | 'mode' | 'status', unknown>): number {
  const isDefault = is_default === 1 && status !== 'Inactive'
  const use = status === 'Active' ? 0 : status === 'Error' ? 1 : 2
  return (isDefault ? 0 : 6) + (mode === 'Live' ? 0 : 3) + use
}

function present({ engine }: Site, row: StoredRow): Connection {
  const text = (name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null)
  const secret = (name: string) => openSecret(engine, webhookEntity, row, name)
  return {
    id: String(row.id),
    isLive: row.mode === 'Live',
    isActive: row.status !== 'Inactive',
    phoneNumberId: text('phone_number_id'),
    displayNumber: text('display_phone_number'),
    businessAccountId: text('business_account_id'),
    appId: text('meta_app_id'),
    baseUrl: (text('base_url') ?? 'https://graph.facebook.com').replace(/\/+$/, ''),
    apiVersion: text('api_version') ?? 'v21.0',
    marksRead: row.mark_read_on_open === 1,
    get accessToken() {
      return secret('access_token')
    },
    get appSecret() {
      return secret('app_secret')
    },
    get verifyToken() {
      return secret('verify_token')
    },
  }
}
