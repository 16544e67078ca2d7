import { beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../../testing/test-site.ts'
import { openWhatsapp, type WhatsappTest } from './testing-parts.ts'
import { eventOf, ids } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

let counter = 0
async function newTemplate(more: object = {}) {
  const body = {
    template_name: `order_${++counter}`,
    body: 'Hello {{1}}, order {{2}} is ready',
    sample_values: 'Noa\n17',
  }
  const { json } = await t.call('POST', '/api/entity/Whatsapp Template', { ...body, ...more }, t.manager)
  return json.entity
}

const decide = async (templateId: string, event: string, more: object = {}) => {
  const update = { event, message_template_id: Number(templateId), message_template_name: 'x', reason: 'NONE', ...more }
  await t.hook(eventOf(update, 'message_template_status_update'))
}
const statusIs = (id: string, status: string) =>
  expect.poll(async () => (await t.read('Whatsapp Template', id)).status).toBe(status)

async function approved(more: object = {}) {
  const { id } = await newTemplate(more)
  const { json } = await t.act(`Whatsapp Template/${id}`, 'submit_template')
  await decide(json.data.template_id, 'APPROVED')
  await statusIs(id, 'Approved')
  return t.read('Whatsapp Template', id)
}

const send = (body: object) => t.send({ whatsapp_contact_id: '0501234567', ...body })
const lastMessage = () => t.whatsapp.messages.at(-1)

describe('a template', () => {
  test('is submitted with samples for its placeholders, its header, footer and buttons', async () => {
    const buttons = [
      { button_type: 'Quick Reply', button_label: 'Thanks' },
      {
        button_type: 'Visit Website',
        button_label: 'Track',
        website_url: 'https://example.com/t/{{1}}',
        url_type: 'Dynamic',
        example_url: 'https://example.com/t/17',
      },
      { button_type: 'Call Phone', button_label: 'Call', phone_number: '+97235550100' },
    ]
    const { id } = await newTemplate({
      header_type: 'TEXT',
      header_text: 'Your order',
      footer: 'Tavla Bakery',
      buttons,
    })
    const { status, json } = await t.act(`Whatsapp Template/${id}`, 'submit_template')
    expect([status, json.data.status]).toEqual([200, 'Pending'])
    const { path, body } = t.whatsapp.requests.at(-1) ?? {}
    expect(path).toBe(`/${ids.account}/message_templates`)
    expect(body).toEqual({
      name: id.slice(0, -3),
      language: 'he',
      category: 'UTILITY',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Your order' },
        { type: 'BODY', text: 'Hello {{1}}, order {{2}} is ready', example: { body_text: [['Noa', '17']] } },
        { type: 'FOOTER', text: 'Tavla Bakery' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Thanks' },
            { type: 'URL', text: 'Track', url: 'https://example.com/t/{{1}}', example: ['https://example.com/t/17'] },
            { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+97235550100' },
          ],
        },
      ],
    })
    expect((await t.read('Whatsapp Template', id)).template_id).toBe(json.data.template_id)
    expect((await t.act(`Whatsapp Template/${id}`, 'submit_template', {}, t.staff)).status).toBe(403)
  })

  test('with a picture as header is submitted with a sample picture', async () => {
    const upload = { filedata: 'bmFtZQ==', filename: 'cake.png', is_private: '1', decode_base64: 1 }
    const { file } = (await t.call('POST', '/api/files', upload, t.manager)).json
    const { id } = await newTemplate({ header_type: 'IMAGE', header_sample: file.file_url })
    expect((await t.act(`Whatsapp Template/${id}`, 'submit_template')).status).toBe(200)
    const { components = [] } = (t.whatsapp.requests.at(-1)?.body ?? {}) as { components?: object[] }
    expect(components[0]).toMatchObject({
      type: 'HEADER',
      format: 'IMAGE',
      example: { header_handle: [expect.stringContaining('4::handle-')] },
    })
  })

  test('follows the decisions of the provider, and gives the reason in the language of each reader', async () => {
    const { id, template_id } = await approved()
    await t.call('PUT', '/api/user/staff@example.com', { language: 'he' })
    const inHebrew = t.staff
    const reason = async (as = t.manager) =>
      (await t.call('GET', `/api/entity/Whatsapp Template/${id}`, undefined, as)).json.entity.rejection_reason
    await decide(template_id, 'REJECTED', { reason: 'TAG_CONTENT_MISMATCH' })
    await statusIs(id, 'Rejected')
    expect(await reason()).toBe('The text does not match the category or the language of the template.')
    expect(await reason(inHebrew)).toBe('הטקסט אינו תואם את הקטגוריה או את השפה של התבנית.')
    await decide(template_id, 'IN_APPEAL')
    await statusIs(id, 'Pending')
    expect(await reason(inHebrew)).toBe('וואטסאפ בודקת שוב את הדחייה, כפי שהתבקשה.')
    await decide(template_id, 'REINSTATED')
    await statusIs(id, 'Approved')
    expect(await reason()).toBeNull()
    await decide(template_id, 'FLAGGED')
    await expect.poll(() => reason()).toBe('People report this template. WhatsApp may disable it soon.')
    expect((await t.read('Whatsapp Template', id)).status).toBe('Approved')
    await decide(template_id, 'PAUSED', { other_info: { title: 'FIRST_PAUSE', description: 'Low quality' } })
    await statusIs(id, 'Paused')
    expect(await reason()).toBe('The template is paused for the first time, for three hours.\nLow quality')
    await decide(template_id, 'REJECTED', { reason: 'MOON_IS_FULL' })
    await statusIs(id, 'Rejected')
    expect([await reason(), await reason(inHebrew)]).toEqual(['MOON_IS_FULL', 'MOON_IS_FULL'])
    await t.call('PUT', '/api/user/staff@example.com', { language: 'en' })
  })

  test('keeps the explanation of a rejection when the provider later repeats only its code', async () => {
    const { id, template_id } = await approved()
    const rejection_info = { reason: 'Placeholders touch.', recommendation: 'Put a word between them.' }
    await decide(template_id, 'REJECTED', { reason: 'INVALID_FORMAT', rejection_info })
    await statusIs(id, 'Rejected')
    const told = 'The format is not valid: check placeholders, spelling, links and buttons.'
    const whole = `${told}\nPlaceholders touch.\nPut a word between them.`
    expect((await t.read('Whatsapp Template', id)).rejection_reason).toBe(whole)
    const atProvider = t.whatsapp.templates.find((one) => one.id === template_id)
    Object.assign(atProvider ?? {}, { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' })
    const sync = () => t.act(`Whatsapp Template/${id}`, 'sync_template')
    const speak = (language: string) => t.call('PUT', '/api/user/manager@example.com', { language }, t.manager)
    expect((await sync()).json.data).toMatchObject({ status: 'Rejected', rejection_reason: whole })
    Object.assign(atProvider ?? {}, { rejected_reason: 'SCAM' })
    await speak('he')
    expect((await sync()).json.data.rejection_reason).toBe('הטקסט עלול להיראות כהונאה.')
    await speak('en')
    Object.assign(atProvider ?? {}, { rejected_reason: 'NONE' })
    expect((await sync()).json.data.rejection_reason).toBe('WhatsApp gave no reason.')
  })

  test('gets its state from the provider, and is submitted again after a change', async () => {
    const { id, template_id } = await approved()
    const atProvider = t.whatsapp.templates.find((one) => one.id === template_id)
    Object.assign(atProvider ?? {}, { status: 'DISABLED' })
    expect((await t.act(`Whatsapp Template/${id}`, 'sync_template')).json.data.status).toBe('Disabled')
    await t.call('PUT', '/api/entity/Whatsapp Template', { id, body: 'Hi {{1}}, {{2}}' }, t.manager)
    expect((await t.read('Whatsapp Template', id)).status).toBe('Draft')
    expect((await t.act(`Whatsapp Template/${id}`, 'submit_template')).json.data.status).toBe('Pending')
    expect(t.whatsapp.requests.at(-1)?.path).toBe(`/${template_id}`)
  })

  test('is also deleted at the provider if it was submitted', async () => {
    const { id, template_id } = await approved()
    const erase = (one: string) => t.call('DELETE', `/api/entity/Whatsapp Template/${one}`, undefined, t.manager)
    expect((await erase(id)).status).toBe(200)
    expect(t.whatsapp.templates.some((one) => one.id === template_id)).toBe(false)
    const before = t.whatsapp.requests.length
    expect((await erase((await newTemplate()).id)).status).toBe(200)
    expect(t.whatsapp.requests.length).toBe(before)
  })

  test('is imported with all others of the account, page by page, and later only if it changed', async () => {
    const components = [{ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Noa']] } }]
    const language = 'en_US'
    for (let n = 0; n < 5; n++) {
      t.whatsapp.templates.push({
        id: `77${n}`,
        name: `from_afar_${n}`,
        language,
        status: 'APPROVED',
        category: 'MARKETING',
        components,
      })
    }
    const first = (await t.act('Whatsapp Webhook/Live', 'sync_templates')).json.data
    expect(first.created).toBe(5)
    expect(await t.read('Whatsapp Template', 'from_afar_4-en_US')).toMatchObject({
      status: 'Approved',
      category: 'MARKETING',
      body: 'Hi {{1}}',
      sample_values: 'Noa',
      template_id: '774',
      whatsapp_webhook: 'Live',
    })
    expect((await t.act('Whatsapp Webhook/Live', 'sync_templates')).json.data).toEqual({ created: 0, updated: 0 })
    Object.assign(t.whatsapp.templates.find(({ id }) => id === '772') ?? {}, { status: 'PAUSED' })
    expect((await t.act('Whatsapp Webhook/Live', 'sync_templates')).json.data).toEqual({ created: 0, updated: 1 })
  })

  test('of the sandbox is approved at once', async () => {
    const { id } = await newTemplate({ whatsapp_webhook: 'Sandbox' })
    const before = t.whatsapp.requests.length
    expect((await t.act(`Whatsapp Template/${id}`, 'submit_template')).json.data.status).toBe('Approved')
    const sent = await send({ template: id, template_parameters: ['Noa', 1], whatsapp_webhook: 'Sandbox' })
    expect(sent.json.whatsapp_message.whatsapp_webhook).toBe('Sandbox')
    expect(t.whatsapp.requests.length).toBe(before)
  })
})

describe('a message by template', () => {
  test('is sent with its parameters, and shows the filled text in the thread', async () => {
    const { id, template_name } = await approved()
    const { json } = await send({ template: id, template_parameters: ['נועה', 17] })
    expect(json.whatsapp_message).toMatchObject({
      content_type: 'template',
      use_template: 1,
      message: 'Hello נועה, order 17 is ready',
    })
    expect(json.communication.text_content).toBe('Hello נועה, order 17 is ready')
    await expect.poll(lastMessage).toMatchObject({
      type: 'template',
      template: {
        name: template_name,
        language: { code: 'he' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'נועה' },
              { type: 'text', text: '17' },
            ],
          },
        ],
      },
    })
  })

  test('fills header and buttons after the body, and uses the examples of addresses', async () => {
    const url = {
      button_type: 'Visit Website',
      button_label: 'Track',
      website_url: 'https://example.com/t/{{1}}',
      url_type: 'Dynamic',
      example_url: 'https://example.com/t/demo',
    }
    const { id } = await approved({ buttons: [{ button_type: 'Quick Reply', button_label: 'Thanks' }, url] })
    await send({ template: id, template_parameters: ['Noa', '17', 'abc'] })
    const button = (text: string) => ({
      type: 'button',
      sub_type: 'url',
      index: '1',
      parameters: [{ type: 'text', text }],
    })
    const lastButton = () => (lastMessage()?.template as { components: object[] })?.components.at(-1)
    await expect.poll(lastButton).toEqual(button('abc'))
    await send({ template: id, template_parameters: ['Noa', '17'] })
    await expect.poll(lastButton).toEqual(button('demo'))
  })

  test('takes no note about its record along', async () => {
    const { id } = await approved({ for_entity: 'Contact', field_names: 'contact_name, company' })
    const contact = await t.newContact({ company: 'Bar Ltd.', whatsapp_contact_id: '972509999998' })
    const note = { reference_entity: 'Contact', reference_id: contact.id, text: 'CONFIDENTIAL' }
    expect((await t.call('POST', '/api/entity/Note', note)).status).toBe(200)
    await t.send({ entity: 'Contact', id: contact.id, template: id })
    await expect.poll(() => JSON.stringify(lastMessage())).toContain('Bar Ltd.')
    expect(JSON.stringify(t.whatsapp.requests)).not.toContain('CONFIDENTIAL')
  })

  test('uses the fields of the record that the template names', async () => {
    const { id } = await approved({ for_entity: 'Contact', field_names: 'contact_name, company' })
    const contact = await t.newContact({ company: 'Bar Ltd.', whatsapp_contact_id: '972509999999' })
    const { json } = await t.send({ entity: 'Contact', id: contact.id, template: id })
    expect(json.whatsapp_message.message).toBe('Hello Noa Bar, order Bar Ltd. is ready')
  })

  test('needs an approved template, and a value for each placeholder', async () => {
    const draft = await newTemplate()
    const refused = await send({ template: draft.id, template_parameters: ['a', 'b'] })
    expect([refused.status, messageOf(refused.json).message]).toEqual([417, `Template ${draft.id} is not approved`])
    const { id } = await approved()
    for (const template_parameters of [
      [],
      ['a'],
      ['a', 'b', 'c'],
      ['a', ''],
      ['a', null],
      ['a', {}],
      { 1: 'a' },
      'a',
    ]) {
      expect([template_parameters, (await send({ template: id, template_parameters })).status]).toEqual([
        template_parameters,
        417,
      ])
    }
    expect((await send({ template: 'nothing-he', template_parameters: [] })).status).toBe(417)
    const body = { type: 'Outgoing', whatsapp_contact_id: '0501234567', template: draft.id, content_type: 'template' }
    expect((await t.call('POST', '/api/entity/Whatsapp Message', body)).status).toBe(417)
  })
})
