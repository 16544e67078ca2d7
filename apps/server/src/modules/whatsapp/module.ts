import { type Context, createIn, type Engine } from '../../entity/index.ts'
import type { MakeModule } from '../../site.ts'
import { connectionActions } from './actions/connection.ts'
import { messageActions } from './actions/message.ts'
import { preview } from './actions/preview.ts'
import { rotateVerifyToken } from './actions/rotate-verify-token.ts'
import { templateActions } from './actions/template.ts'
import { whatsappMessageBehaviour } from './behaviours/whatsapp-message.ts'
import { whatsappTemplateBehaviour } from './behaviours/whatsapp-template.ts'
import { newToken, whatsappWebhookBehaviour } from './behaviours/whatsapp-webhook.ts'
import { whatsappHooks } from './hooks.ts'
import { Inbox } from './inbox/inbox.ts'
import { mediaWorker } from './inbox/media.ts'
import { callWorker, statusWorker } from './inbox/process.ts'
import { sandboxWorker } from './inbox/sandbox.ts'
import { receiptSender, sendReceiptsWhenSeen } from './receipts.ts'
import { sendWhatsapp } from './send/route.ts'
import { whatsappSender } from './send/sender.ts'
import { whatsappWindow } from './window.ts'

/**
 * WhatsApp (reference: conversations, Sending WhatsApp): sends messages through the outbox and receives them through
 * the inbox.
 */
const makeWhatsappModule: MakeModule = (site) => {
  const inbox = new Inbox(site)
  let stopReceipts = () => {}
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [whatsappMessageBehaviour(site), whatsappTemplateBehaviour(site), whatsappWebhookBehaviour(site)],
    actions: [
      preview,
      rotateVerifyToken,
      ...connectionActions(site),
      ...templateActions(site),
      ...messageActions(site),
    ],
    fieldNameLists: [{ entity: 'Whatsapp Template', owner: 'for_entity', list: 'field_names' }],
    alwaysListed: ['whatsapp_contact_id'],
    seed: seedSandbox,
    async routes(app) {
      app.post('/api/app/send_whatsapp', sendWhatsapp(site))
      app.get('/api/app/get_whatsapp_window', whatsappWindow(site))
      await app.register((scope) => whatsappHooks(scope, site, inbox))
    },
    start() {
      site.outbox.register(whatsappSender(site, inbox))
      site.outbox.register(receiptSender(site))
      inbox.register('whatsapp', callWorker(site, inbox))
      inbox.register('whatsapp status', statusWorker(site, inbox))
      inbox.register('whatsapp media', mediaWorker(site, inbox))
      inbox.register('whatsapp delivered', sandboxWorker(site, inbox))
      stopReceipts = sendReceiptsWhenSeen(site)
      inbox.start()
    },
    async stop() {
      stopReceipts()
      await inbox.stop()
    },
  }
}

export default makeWhatsappModule

/**
 * Makes a connection that sends nothing, so that a new site works without outside services (reference: configuration,
 * First start).
 */
async function seedSandbox(engine: Engine, ctx: Context): Promise<void> {
  await engine.store.write(async (tx) => {
    if (await engine.rows(engine.models.require('Whatsapp Webhook')).exists(tx, 'Sandbox')) return
    const sandbox = { webhook_name: 'Sandbox', mode: 'Sandbox', is_default: 1, app_secret: newToken() }
    await createIn(engine, ctx, tx, 'Whatsapp Webhook', sandbox)
  })
}
