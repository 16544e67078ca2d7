import { randomBytes } from 'node:crypto'
import { type Behaviour, type Change, keepOnlyOne } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import { isCallable } from '../../../outward/call-out.ts'
import type { Site } from '../../../site.ts'

/**
 * Connections to WhatsApp (reference: metadata, Rules of built-in entities): what a live one needs, its tokens, one
 * default, where the hook is.
 */
export const whatsappWebhookBehaviour = (site: Site): Behaviour => ({
  entity: 'Whatsapp Webhook',
  beforeSave({ ctx, engine, before, after, require, reject }) {
    after.verify_token ??= engine.vault.hold(newToken())
    if (ctx.system) return
    if (before?.status === 'Error') forgetError(before, after)
    // The access token goes to this address.
    if (after.base_url != null && !isCallable(site.config, String(after.base_url))) {
      reject('base_url', { text: 'The value for {0} is not valid', args: [{ translate: 'Base URL' }] })
    }
    if (after.mode !== 'Live') return
    for (const name of ['phone_number_id', 'access_token', 'app_secret']) if (after[name] == null) require(name)
  },
  afterSave: (change) => keepOnlyOne(change, 'is_default'),
  present: (record, ctx) => {
    const told = sentencePresenter(site, 'last_error')(record, ctx)
    // The address people use may change, and with it this one.
    return 'callback_url' in told ? { ...told, callback_url: callbackUrl(site, told.id) } : told
  },
})

/** What a fault may lie in. Once somebody has changed it, it is not known to be there any more. */
const suspects = ['mode', 'phone_number_id', 'base_url', 'api_version', 'access_token', 'app_secret']

/** A connection that was mended is Active again, as it is when somebody says so; put out of use it keeps the reason. */
function forgetError(before: NonNullable<Change['before']>, after: Change['after']): void {
  const isMended = suspects.some((name) => (after[name] ?? null) !== (before[name] ?? null))
  if (after.status === 'Error' && isMended) after.status = 'Active'
  if (after.status === 'Active') after.last_error = null
}

const callbackUrl = ({ config }: Site, id: string) => `${config.publicUrl}/api/hooks/whatsapp/${encodeURIComponent(id)}`

export const newToken = () => randomBytes(24).toString('base64url')
