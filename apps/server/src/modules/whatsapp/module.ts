import { createIn, type Engine } from '../../entity/index.ts'
import type { Context } from '../../entity/types.ts'
import type { MakeModule } from '../../site.ts'
import { preview } from './actions/preview.ts'
import { rotateVerifyToken } from './actions/rotate-verify-token.ts'
import { whatsappMessageBehaviour } from './behaviours/whatsapp-message.ts'
import { whatsappTemplateBehaviour } from './behaviours/whatsapp-template.ts'
import { newToken, whatsappWebhookBehaviour } from './behaviours/whatsapp-webhook.ts'

const makeWhatsappModule: MakeModule = (site) => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [whatsappMessageBehaviour, whatsappTemplateBehaviour, whatsappWebhookBehaviour(site)],
  actions: [preview, rotateVerifyToken],
  seed: seedSandbox,
})

export default makeWhatsappModule

/** A connection that sends nothing, so that a fresh site works without outside services (contract 1.2, 3.12). */
async function seedSandbox(engine: Engine, ctx: Context): Promise<void> {
  await engine.store.write(async (tx) => {
    if (await engine.rows(engine.models.require('Whatsapp Webhook')).exists(tx, 'Sandbox')) return
    const sandbox = { webhook_name: 'Sandbox', mode: 'Sandbox', is_default: 1, app_secret: newToken() }
    await createIn(engine, ctx, tx, 'Whatsapp Webhook', sandbox)
  })
}
