import { type Action, updateRecord } from '../../../entity/index.ts'
import { newToken } from '../behaviours/whatsapp-webhook.ts'

/**
 * Makes a new verify token, which the provider needs before it may subscribe (reference: http-api, Actions;
 * conversations, Receiving WhatsApp). Shows the token only this once.
 */
export const rotateVerifyToken: Action = {
  entity: 'Whatsapp Webhook',
  name: 'rotate_verify_token',
  needs: 'write',
  role: 'System Manager',
  reveals: 'Verify Token',
  async run(engine, ctx, { id }) {
    const verify_token = newToken()
    await updateRecord(engine, { ...ctx, system: true }, 'Whatsapp Webhook', id, { verify_token })
    return { verify_token }
  },
}
