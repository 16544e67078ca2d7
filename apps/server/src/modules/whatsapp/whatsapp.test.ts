import { beforeAll, describe, expect, test } from 'vitest'
import { readSecret, systemContext, updateRecord } from '../../entity/index.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string

beforeAll(async () => {
  site = await makeTestSite({ publicUrl: 'https://staff.example.com' })
  manager = await site.signIn('manager@example.com')
})

const call = (method: string, path: string, body?: object) => site.call(method, path, { body, as: manager })

describe('a connection', () => {
  const connect = (webhook_name: string, more: object = {}) =>
    call('POST', '/api/entity/Whatsapp Webhook', { webhook_name, ...more })
  const read = async (id: string) => (await call('GET', `/api/entity/Whatsapp Webhook/${id}`)).json.entity

  test('to the sandbox exists from the start, with its own secrets', async () => {
    expect(await read('Sandbox')).toMatchObject({
      mode: 'Sandbox',
      is_default: 1,
      app_secret: '********',
      verify_token: '********',
      callback_url: 'https://staff.example.com/api/hooks/whatsapp/Sandbox',
    })
  })

  test('that is live needs a number, a token and a secret', async () => {
    const { status, json } = await connect('Bare', { mode: 'Live' })
    expect([status, json.exc_type]).toEqual([417, 'MandatoryError'])
    expect(json.errors.map(({ fieldname }: { fieldname: string }) => fieldname)).toEqual([
      'phone_number_id',
      'access_token',
      'app_secret',
    ])
    const live = { mode: 'Live', phone_number_id: '1', access_token: 'a', app_secret: 'b' }
    expect((await connect('Live', live)).json.entity).toMatchObject({ mode: 'Live', verify_token: '********' })
  })

  test('gets another verify token on demand, which a manager sees once', async () => {
    const rotate = (as: string) =>
      site.call('POST', '/api/entity/Whatsapp Webhook/Sandbox?run_method=rotate_verify_token', { body: {}, as })
    const { verify_token } = (await rotate(manager)).json.data
    expect(verify_token).toMatch(/^[\w-]{32}$/)
    expect(await readSecret(site.site.engine, 'Whatsapp Webhook', 'Sandbox', 'verify_token')).toBe(verify_token)
    expect((await read('Sandbox')).verify_token).toBe('********')
    expect((await rotate(await site.signIn('staff@example.com'))).status).toBe(403)
  })

  test('that becomes the default replaces the former default, and lists show its address', async () => {
    await connect('Second line', { is_default: 1 })
    expect((await read('Sandbox')).is_default).toBe(0)
    const fields = 'id,is_default,callback_url'
    const { json } = await call('GET', `/api/entity/Whatsapp Webhook?filters={"is_default":1}&fields=${fields}`)
    expect(json.data).toEqual([
      {
        id: 'Second line',
        is_default: 1,
        callback_url: 'https://staff.example.com/api/hooks/whatsapp/Second%20line',
      },
    ])
  })
})

describe('a template', () => {
  let number = 0
  const add = (more: object = {}) =>
    call('POST', '/api/entity/Whatsapp Template', { template_name: `hello_${++number}`, body: 'Hello', ...more })

  test('has an id of its name and language', async () => {
    const { json } = await add({ template_name: 'welcome', language_code: 'en' })
    expect(json.entity).toMatchObject({ id: 'welcome-en', status: 'Draft' })
    expect((await add({ template_name: 'welcome', language_code: 'he' })).json.entity.id).toBe('welcome-he')
    expect((await add({ template_name: 'welcome', language_code: 'he' })).status).toBe(409)
  })

  test.each(['Hello', 'a-b', 'a b', 'é', 'שלום'])('cannot be named %s', async (template_name) => {
    expect((await add({ template_name })).status).toBe(417)
  })

  test.each([
    ['Hello {{1}}', 'Noa', 200],
    ['Hello {{1}}', 'Noa, dear', 200],
    ['Hello {{1}} and {{2}}', 'Noa\nDana', 200],
    ['Hello {{2}} and {{1}}', 'Noa, Dana', 200],
    ['Hello {{1}}, {{1}}', 'Noa', 200],
    ['Hello', 'Noa', 417],
    ['Hello {{1}}', null, 417],
    ['Hello {{1}}', 'Noa\nDana', 417],
    ['Hello {{2}}', 'Noa', 417],
    ['Hello {{1}} and {{3}}', 'Noa\nDana', 417],
    ['Hello {{0}}', 'Noa', 417],
    ['Hello {{name}}', 'Noa', 417],
  ])('with body %j and samples %j is answered with %i', async (body, sample_values, status) => {
    expect((await add({ body, sample_values })).status).toBe(status)
  })

  test('is shown with its placeholders filled', async () => {
    const text = 'Hello {{1}} and {{2}}, again {{1}}'
    const { id } = (await add({ body: text, sample_values: 'Noa\nDana' })).json.entity
    const preview = async (template_parameters?: unknown) => {
      const path = `/api/entity/Whatsapp Template/${id}?run_method=preview`
      return (await call('POST', path, { data: { template_parameters } })).json
    }
    expect(await preview(['נועה', 7])).toEqual({ data: { text: 'Hello נועה and 7, again נועה' } })
    expect(await preview(['Noa'])).toEqual({ data: { text: 'Hello Noa and {{2}}, again Noa' } })
    expect(await preview()).toEqual({ data: { text } })
    expect((await preview('Noa')).status).toBe(417)
  })

  test('keeps its name once it was submitted, and is a draft again when its content changes', async () => {
    const { engine } = site.site
    const { id } = (await add({ buttons: [{ button_type: 'Quick Reply', button_label: 'Yes' }] })).json.entity
    const approve = () =>
      updateRecord(engine, systemContext(engine), 'Whatsapp Template', id, { status: 'Approved', template_id: '7' })
    const put = async (body: object) => (await call('PUT', '/api/entity/Whatsapp Template', { id, ...body })).json
    await approve()
    expect(await put({ template_name: 'other' })).toMatchObject({
      status: 417,
      errors: [{ fieldname: 'template_name' }],
    })
    expect(await put({ language_code: 'en' })).toMatchObject({ status: 417, errors: [{ fieldname: 'language_code' }] })
    expect((await put({ for_entity: 'Contact' })).entity.status).toBe('Approved')
    expect((await put({ body: 'Good day' })).entity.status).toBe('Draft')
    await approve()
    expect((await put({ buttons: [] })).entity.status).toBe('Draft')
    expect(await put({ template_name: 'other' })).toMatchObject({ status: 417 })
  })
})
