import { randomBytes } from 'node:crypto'
import { keepOnlyOne } from '../../../entity/index.ts'
import type { Behaviour } from '../../../entity/types.ts'
import { isCallable } from '../../../outward.ts'
import type { Site } from '../../../site.ts'

/** Connections to WhatsApp (contract 3.13): what a live one needs, its tokens, one default, where the hook is. */
export const whatsappWebhookBehaviour = ({ config }: Site): Behaviour => ({
  entity: 'Whatsapp Webhook',
  beforeSave({ ctx, engine, after, require, reject }) {
    after.verify_token ??= engine.vault.seal(newToken())
    if (ctx.system) return
    // The access token goes to this address.
    if (after.base_url != null && !isCallable(config, String(after.base_url))) {
      reject('base_url', { text: 'The value for {0} is not valid', args: [{ translate: 'Base URL' }] })
    }
    if (after.mode !== 'Live') return
    for (const name of ['phone_number_id', 'access_token', 'app_secret']) if (after[name] == null) require(name)
  },
  afterSave: (change) => keepOnlyOne(change, 'is_default'),
  // The address people use may change, and with it this one.
  present: (record) =>
    'callback_url' in record
      ? { ...record, callback_url: `${config.publicUrl}/api/hooks/whatsapp/${encodeURIComponent(record.id)}` }
      : record,
})

export const newToken = () => randomBytes(24).toString('base64url')
