import { randomBytes } from 'node:crypto'
import { type Behaviour, type Change, keepFlagOfOther, keepOnlyOne } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import { isCallable } from '../../../outward/call-out.ts'
import type { Site } from '../../../site.ts'

/**
 * Rules of connections (reference: metadata, Rules of built-in entities): the fields that a live one needs, its tokens,
 * one default, the address of its hook.
 */
export const whatsappWebhookBehaviour = (site: Site): Behaviour => ({
  entity: 'Whatsapp Webhook',
  beforeSave({ ctx, engine, before, after, require, reject }) {
    after.verify_token ??= engine.vault.hold(newToken())
    if (ctx.system) return
    if (before?.status === 'Error') forgetError(before, after)
    // The site sends the access token to this address.
    if (after.base_url != null && !isCallable(site.config, String(after.base_url))) {
      reject('base_url', { text: 'The value for {0} is not valid', args: [{ translate: 'Base URL' }] })
    }
    if (after.mode !== 'Live') return
    for (const name of ['phone_number_id', 'access_token', 'app_secret']) if (after[name] == null) require(name)
  },
  afterSave: (change) => keepOnlyOne(change, 'is_default'),
  beforeRestore: (restored) => keepFlagOfOther(restored, 'Whatsapp Webhook', 'is_default'),
  present: (record, ctx) => {
    const presented = sentencePresenter(site, 'last_error')(record, ctx)
    // The site's public address may change, and the hook's with it.
    return 'callback_url' in presented ? { ...presented, callback_url: callbackUrl(site, presented.id) } : presented
  },
})

/** Fields that may cause a fault; after a change of one, the fault may be gone. */
const causes = ['mode', 'phone_number_id', 'base_url', 'api_version', 'access_token', 'app_secret']

/** Makes a connection Active again after such a change or when a user says so; an inactive one keeps the fault. */
function forgetError(before: NonNullable<Change['before']>, after: Change['after']): void {
  const isMended = causes.some((name) => (after[name] ?? null) !== (before[name] ?? null))
  if (after.status === 'Error' && isMended) after.status = 'Active'
  if (after.status === 'Active') after.last_error = null
}

const callbackUrl = ({ config }: Site, id: string) => `${config.publicUrl}/api/hooks/whatsapp/${encodeURIComponent(id)}`

export const newToken = () => randomBytes(24).toString('base64url')
