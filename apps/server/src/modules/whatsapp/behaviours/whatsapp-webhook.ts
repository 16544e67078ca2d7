import { randomBytes } from 'node:crypto'
import { keepOnlyOne } from '../../../entity/index.ts'
import type { Behaviour } from '../../../entity/types.ts'
import { isCallable } from '../../../outward.ts'
import { tellsSentence } from '../../../sentences.ts'
import type { Site } from '../../../site.ts'

/** Connections to WhatsApp (contract 3.13): what a live one needs, its tokens, one default, where the hook is. */
export const whatsappWebhookBehaviour = (site: Site): Behaviour => ({
  entity: 'Whatsapp Webhook',
  beforeSave({ ctx, engine, after, require, reject }) {
    after.verify_token ??= engine.vault.seal(newToken())
    if (ctx.system) return
    // The access token goes to this address.
    if (after.base_url != null && !isCallable(site.config, String(after.base_url))) {
      reject('base_url', { text: 'The value for {0} is not valid', args: [{ translate: 'Base URL' }] })
    }
    if (after.mode !== 'Live') return
    for (const name of ['phone_number_id', 'access_token', 'app_secret']) if (after[name] == null) require(name)
  },
  afterSave: (change) => keepOnlyOne(change, 'is_default'),
  present: (record, ctx) => {
    const told = tellsSentence(site, 'last_error')(record, ctx)
    // The address people use may change, and with it this one.
    return 'callback_url' in told ? { ...told, callback_url: callbackUrl(site, told.id) } : told
  },
})

const callbackUrl = ({ config }: Site, id: string) => `${config.publicUrl}/api/hooks/whatsapp/${encodeURIComponent(id)}`

export const newToken = () => randomBytes(24).toString('base64url')
