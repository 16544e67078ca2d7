import { expect } from '@playwright/test'
import type { Api } from './api.ts'
import { unique } from './screens.ts'

/** What a customer's mail program sends (contract 3.12). */
export interface IncomingMail {
  from: string
  subject: string
  text?: string
  html?: string
  in_reply_to?: string
  attachments?: readonly { filename: string; content_type: string; content_base64: string }[]
}

/** Opens a mailbox of the site and resolves to what brings mail into it, as a mail server does. */
export async function openMailbox(api: Api): Promise<(mail: IncomingMail) => Promise<string>> {
  const name = `Box ${unique()}`
  const address = `box-${unique()}@bakery.example`
  const { id } = await api.create('Email Account', {
    ...{ email_account_name: name, email_id: address, enable_incoming: 1 },
  })
  const path = encodeURIComponent(id)
  const rotated = await api.request.post(`/api/entity/Email Account/${path}?run_method=rotate_hook_token`, {
    data: { data: {} },
  })
  const { hook_token: token } = (await rotated.json()).data as { hook_token: string }
  return async (mail) => {
    const answer = await api.request.post(`/api/hooks/email/${path}`, {
      headers: { 'X-Hook-Token': token },
      data: { to: address, message_id: `<${unique()}@customer.example>`, ...mail },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).communication as string
  }
}

/** A message of WhatsApp that came in a moment ago. */
export function fromWhatsapp(api: Api, contact: string, text: string, values: Record<string, unknown> = {}) {
  return api.create('Communication', {
    ...{ communication_medium: 'WhatsApp', sent_or_received: 'Received', status: 'Open' },
    ...{ subject: text.slice(0, 60), content: text, sender_full_name: 'Noa Bar' },
    ...{ reference_entity: 'Contact', reference_id: contact, communication_date: new Date().toISOString() },
    ...values,
  })
}
