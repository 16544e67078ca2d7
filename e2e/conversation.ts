import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Api } from './api.ts'
import { detailsOf, unique } from './screens.ts'

/** Opens a contact at its conversation; resolves with its panel and its messages when the composer is ready. */
export async function openThread(page: Page, t: (source: string) => string, id: string) {
  await page.goto(`/app/Contact/${id}?tab=communication`)
  const details = detailsOf(page, t)
  await expect(details.getByRole('button', { name: t('Send Email') })).toBeVisible()
  return { details, rows: details.locator('.message-row') }
}

/** A mail as a customer's mail program sends it (reference: conversations, Receiving mail). */
export interface IncomingMail {
  from: string
  subject: string
  cc?: string
  text?: string
  html?: string
  in_reply_to?: string
  attachments?: readonly { filename: string; content_type: string; content_base64: string }[]
}

/** Delivers a mail, given in parts or as raw text; resolves with the id of its Communication. */
export type Mailbox = (mail: IncomingMail | string) => Promise<string>

/** Opens a mailbox of the site and resolves to a function that delivers mail to it, as a mail server does. */
export async function openMailbox(api: Api): Promise<Mailbox> {
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
    const id = `<${unique()}@customer.example>`
    const isRaw = typeof mail === 'string'
    const answer = await api.request.post(`/api/hooks/email/${path}`, {
      headers: { 'X-Hook-Token': token, ...(isRaw && { 'Content-Type': 'message/rfc822' }) },
      data: isRaw ? Buffer.from(`Message-ID: ${id}\r\n${mail}`) : { to: address, message_id: id, ...mail },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).communication as string
  }
}

/** Creates a received WhatsApp message of a moment ago. */
export function fromWhatsapp(api: Api, contact: string, text: string, values: Record<string, unknown> = {}) {
  return api.create('Communication', {
    ...{ communication_medium: 'WhatsApp', sent_or_received: 'Received', status: 'Open' },
    ...{ subject: text.slice(0, 60), content: text, sender_full_name: 'Noa Bar' },
    ...{ reference_entity: 'Contact', reference_id: contact, communication_date: new Date().toISOString() },
    ...values,
  })
}

/** Closes all open messages of the whole site. */
export async function closeAll(api: Api): Promise<void> {
  const filters = JSON.stringify({ sent_or_received: 'Received', status: 'Open' })
  const answer = await api.request.get('/api/entity/Communication', { params: { filters, limit_page_length: '500' } })
  for (const { id } of (await answer.json()).data as { id: string }[]) {
    const closed = await api.request.post(`/api/entity/Communication/${id}?run_method=set_status`, {
      data: { data: { status: 'Closed' } },
    })
    expect(closed.ok(), await closed.text()).toBe(true)
  }
}

type Json = Record<string, unknown>

/** The provider's calls to a connection of a site (reference: conversations, Receiving WhatsApp). */
export interface WhatsappHook {
  /** Delivers a message; a text unless `more` says otherwise. Resolves with its id at the provider. */
  receive(from: string, text: string, more?: Json): Promise<string>
  /** Reports the delivery state of a sent message. */
  status(messageId: string, status: string, more?: Json): Promise<void>
  /** Reports an event of a submitted template, by its id there. */
  template(templateId: string, event: string, more?: Json): Promise<void>
}

/** The hook of a connection, whose calls are signed with the given secret. */
export async function openHook(api: Api, connection = 'Sandbox'): Promise<WhatsappHook> {
  const app_secret = 'secret of the test'
  const { phone_number_id } = await api.update('Whatsapp Webhook', { id: connection, app_secret })
  const metadata = { display_phone_number: '97231234567', phone_number_id: phone_number_id ?? '0' }
  const call = (value: Json) => tell('messages', { messaging_product: 'whatsapp', metadata, ...value })
  const tell = async (field: string, value: Json) => {
    const change = { field, value }
    const event = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] }
    const data = Buffer.from(JSON.stringify(event))
    const signature = createHmac('sha256', app_secret).update(data).digest('hex')
    const answer = await api.request.post(`/api/hooks/whatsapp/${connection}`, {
      headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` },
      data,
    })
    expect(await answer.text()).toBe('EVENT_RECEIVED')
  }
  const now = () => String(Math.floor(Date.now() / 1000))
  return {
    async receive(from, text, more = {}) {
      const id = `wamid.${unique()}`
      const message = { from, id, timestamp: now(), type: 'text', text: { body: text }, ...more }
      await call({ contacts: [{ wa_id: from, profile: { name: 'Noa Bar' } }], messages: [message] })
      return id
    },
    status: (id, status, more = {}) => call({ statuses: [{ id, status, timestamp: now(), ...more }] }),
    template: (message_template_id, event, more = {}) =>
      tell('message_template_status_update', { event, message_template_id, reason: 'NONE', ...more }),
  }
}

/** A number that no other test uses. */
export const newNumber = (): string => `97250${String(Date.now()).slice(-6)}${++numbers % 10}`
let numbers = 0
