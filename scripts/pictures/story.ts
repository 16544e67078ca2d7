import type { Caller } from './caller.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Gives a contact of the sample a conversation of mail and WhatsApp. Received messages are written as records;
 * WhatsApp's sandbox sends the last answer, so that its delivery state is real.
 */
export async function tellStory(staff: Caller, contact: Values): Promise<void> {
  const { id, contact_name, email, whatsapp_contact_id } = contact
  const about = { reference_entity: 'Contact', reference_id: id }
  const write = (date: Date, values: Values) =>
    staff.call('POST', '/api/entity/Communication', { ...about, communication_date: date.toISOString(), ...values })
  const received = { sent_or_received: 'Received', sender_full_name: contact_name }
  const chat = { ...received, communication_medium: 'WhatsApp', whatsapp_contact_id }

  await write(yesterdayAt(7, 12), {
    ...received,
    communication_medium: 'Email',
    status: 'Replied',
    sender: email,
    subject: 'Breakfast for 80 guests',
    content: '<p>Good morning! May we have a quote for 80 guests, on the 12th at 7:00? Some eat no gluten.</p>',
  })
  await write(yesterdayAt(8, 40), {
    communication_medium: 'Email',
    sent_or_received: 'Sent',
    status: 'Linked',
    sender_full_name: 'Dana Levi',
    recipients: email,
    subject: 'Re: Breakfast for 80 guests',
    content: '<p>With pleasure: 1,840.00 with delivery, for bread, pastry, and almond cakes without gluten.</p>',
  })
  await write(minutesAgo(24), {
    ...chat,
    status: 'Replied',
    ...said('Perfect, we take it. May I taste the almond cakes?'),
  })
  const answer = 'Of course! Come by until five, the coffee is on the house.'
  const to = { entity: 'Contact', id, whatsapp_contact_id }
  await staff.call('POST', '/api/app/send_whatsapp', { ...to, content_type: 'text', message: answer })
  await write(new Date(), { ...chat, status: 'Open', ...said('On my way. I bring our chef along.') })
}

const said = (content: string) => ({ subject: content, content })

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

function yesterdayAt(hour: number, minute: number): Date {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() - 1)
  date.setUTCHours(hour, minute, 0, 0)
  return date
}
