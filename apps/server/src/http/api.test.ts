import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, messageOf, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let cookies: Record<'staff' | 'manager' | 'admin', string>

beforeAll(async () => {
  site = await makeTestSite()
  cookies = {
    staff: await site.signIn('staff@example.com'),
    manager: await site.signIn('manager@example.com'),
    admin: await site.signIn('Administrator'),
  }
})

type Caller = 'guest' | keyof typeof cookies
type Row = [
  who: Caller,
  method: string,
  path: string,
  body: unknown,
  status: number,
  type: string,
  en: string,
  he: string,
]

const noRead = (label: string) => `You do not have permission to view ${label}.`

describe('a refusal says why, in the reader’s language', () => {
  // biome-ignore format: one row a line is what makes it a table
  const rows: Row[] = [
    ['guest', 'GET', '/api/entity/Task', undefined, 401, 'AuthenticationError', 'You need to sign in to continue.', 'יש להתחבר כדי להמשיך.'],
    ['guest', 'POST', '/api/entity/Task', { subject: 'x' }, 401, 'AuthenticationError', 'You need to sign in to continue.', 'יש להתחבר כדי להמשיך.'],
    ['guest', 'GET', '/api/user', undefined, 401, 'AuthenticationError', 'You need to sign in to continue.', 'יש להתחבר כדי להמשיך.'],
    ['guest', 'POST', '/api/app/submit_translation', {}, 401, 'AuthenticationError', 'You need to sign in to continue.', 'יש להתחבר כדי להמשיך.'],
    ['guest', 'POST', '/api/auth/set_password', { password: 'long enough' }, 401, 'AuthenticationError', 'You need to sign in to continue.', 'יש להתחבר כדי להמשיך.'],
    ['guest', 'POST', '/api/auth/login', { user: 'nobody', password: 'x' }, 401, 'AuthenticationError', 'Invalid login credentials', 'פרטי ההתחברות שגויים'],
    ['guest', 'POST', '/api/auth/reset_password', { email: 'nobody' }, 417, 'ValidationError', 'Please enter a valid email address.', 'יש להזין כתובת אימייל תקינה.'],
    ['guest', 'POST', '/api/auth/set_password', { password: 'long enough', key: 'x' }, 417, 'ValidationError', 'This link is invalid or has expired.', 'הקישור שגוי או שפג תוקפו.'],
    ['staff', 'GET', '/api/entity/Email%20Account', undefined, 403, 'PermissionError', noRead('Email Account'), 'אין לך הרשאת צפייה עבור חשבון אימייל.'],
    ['staff', 'GET', '/api/entity/Email%20Account/any', undefined, 403, 'PermissionError', noRead('Email Account'), 'אין לך הרשאת צפייה עבור חשבון אימייל.'],
    ['staff', 'POST', '/api/user', { email: 'a@b.cd' }, 403, 'PermissionError', 'You do not have permission to create User.', 'אין לך הרשאת יצירה עבור משתמש.'],
    ['staff', 'GET', '/api/user/profiles?user=manager@example.com', undefined, 403, 'PermissionError', 'You do not have permission to do this.', 'אין לך הרשאה לבצע את הפעולה הזו.'],
    ['staff', 'GET', '/api/user/Guest', undefined, 404, 'DoesNotExistError', 'User Guest was not found.', 'הרשומה Guest (משתמש) לא נמצאה.'],
    ['staff', 'GET', '/api/entity/Nothing', undefined, 404, 'DoesNotExistError', 'Entity Nothing was not found.', 'הרשומה Nothing (ישות) לא נמצאה.'],
    ['staff', 'GET', '/api/entity/Task/TASK-9999', undefined, 404, 'DoesNotExistError', 'Task TASK-9999 was not found.', 'הרשומה TASK-9999 (משימה) לא נמצאה.'],
    ['staff', 'GET', '/api/unknown', undefined, 404, 'DoesNotExistError', 'Path /api/unknown was not found.', 'הרשומה /api/unknown (נתיב) לא נמצאה.'],
    ['staff', 'POST', '/api/entity/Task/TASK-0001?run_method=nothing', {}, 404, 'DoesNotExistError', 'Action nothing was not found.', 'הפעולה nothing אינה קיימת.'],
    ['staff', 'POST', '/api/entity/Task/TASK-0001', {}, 405, 'MethodNotAllowed', 'The request could not be read.', 'לא ניתן לקרוא את הבקשה.'],
    ['staff', 'PATCH', '/api/entity/Task', {}, 405, 'MethodNotAllowed', 'The request could not be read.', 'לא ניתן לקרוא את הבקשה.'],
    ['staff', 'DELETE', '/api/entity/Task/meta', undefined, 405, 'MethodNotAllowed', 'The request could not be read.', 'לא ניתן לקרוא את הבקשה.'],
    ['staff', 'GET', '/api/entity/Task?filters={', undefined, 400, 'BadRequest', 'The request could not be read.', 'לא ניתן לקרוא את הבקשה.'],
    ['staff', 'GET', '/api/entity/Task?filters=abc', undefined, 400, 'BadRequest', 'The request could not be read.', 'לא ניתן לקרוא את הבקשה.'],
    ['staff', 'GET', '/api/entity/Task?filters={"nothing":1}', undefined, 417, 'InvalidFilterError', 'Unknown field: nothing', 'שדה לא מוכר: nothing'],
    ['staff', 'GET', '/api/entity/Task?filters={"status":["~","x"]}', undefined, 417, 'InvalidFilterError', 'Unknown filter operator: ~', 'אופרטור סינון לא מוכר: ~'],
    ['staff', 'GET', '/api/entity/Task?order_by=nothing', undefined, 417, 'InvalidFilterError', 'Sorting by nothing is not allowed', 'אי אפשר למיין לפי nothing'],
    ['staff', 'GET', '/api/entity/Task?order_by=subject,nothing%20desc', undefined, 417, 'InvalidFilterError', 'Sorting by nothing is not allowed', 'אי אפשר למיין לפי nothing'],
    ['staff', 'GET', '/api/utils/get_link_field_list', undefined, 417, 'ValidationError', 'Entity is required', 'יש למלא את השדה ישות'],
    ['manager', 'POST', '/api/utils/rename_entity', { oldName: 'Task', newName: 'Task' }, 417, 'ValidationError', 'Choose a different name', 'יש לבחור שם אחר'],
    ['staff', 'GET', '/api/app/get_communications', undefined, 417, 'ValidationError', 'ID is required', 'יש למלא את השדה מזהה'],
    ['staff', 'POST', '/api/app/submit_translation', { sourceText: 'Login', translatedText: ' ', language: 'he' }, 417, 'ValidationError', 'Translated text is required', 'יש להזין תרגום'],
    ['staff', 'PUT', '/api/entity/Task', { subject: 'x' }, 417, 'MandatoryError', 'ID is required', 'יש להזין מזהה'],
    ['staff', 'POST', '/api/auth/set_password', { password: 'long enough', old_password: 'wrong' }, 417, 'ValidationError', 'The current password is not correct.', 'הסיסמה הנוכחית אינה נכונה.'],
    ['manager', 'POST', '/api/user', { email: 'short@example.com', full_name: 'S', new_password: 'short' }, 417, 'ValidationError', 'The password must be at least 8 characters long.', 'הסיסמה חייבת להכיל לפחות 8 תווים.'],
    ['manager', 'DELETE', '/api/user/manager@example.com', undefined, 403, 'PermissionError', 'Dana Levi cannot be deleted', 'אי אפשר למחוק את Dana Levi'],
    ['admin', 'DELETE', '/api/entity/System%20Settings/System%20Settings', undefined, 417, 'ValidationError', 'System Settings cannot be deleted', 'אי אפשר למחוק את הגדרות מערכת'],
  ]

  test.each(rows)('%s %s %s', async (who, method, path, body, status, type, en, he) => {
    for (const [language, expected] of [
      ['en', en],
      ['he', he],
    ] as const) {
      const as = who === 'guest' ? undefined : await inLanguage(who, language)
      const headers = { 'accept-language': language }
      const answer = await site.call(method, path, { ...(body === undefined ? {} : { body }), as, headers })
      expect({ status: answer.status, type: answer.json?.exc_type, message: answer.json?.message }).toEqual({
        status,
        type,
        message: expected,
      })
      expect(answer.json._error_message).toBe(expected)
      expect(messageOf(answer.json).message).toBe(expected)
      expect(answer.json.request_id).toBe(answer.headers['x-request-id'])
    }
  })
})

/** Sets the user's language, which is the language of their sessions. */
async function inLanguage(who: keyof typeof cookies, language: string): Promise<string> {
  const id = { staff: 'staff@example.com', manager: 'manager@example.com', admin: 'Administrator' }[who]
  const as = cookies[who]
  await site.call('PUT', `/api/user/${id}`, { body: { language }, as })
  return as
}

describe('every answer of the API', () => {
  test('carries the common headers', async () => {
    const answer = await site.call('GET', '/api/entity/Task', { as: cookies.staff })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  test('lists the methods of a path when it refuses a method', async () => {
    const allow = async (method: string, path: string) =>
      (await site.call(method, path, { as: cookies.staff })).headers.allow?.split(', ').sort()
    expect(await allow('PATCH', '/api/entity/Task')).toEqual(['GET', 'HEAD', 'POST', 'PUT'])
    expect(await allow('PATCH', '/api/entity/Task/TASK-0001')).toEqual(['DELETE', 'GET', 'HEAD', 'POST', 'PUT'])
    expect(await allow('GET', '/api/auth/login')).toEqual(['POST'])
    expect(await allow('DELETE', '/some/page')).toEqual(['GET', 'HEAD'])
  })

  test('accepts only JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]) {
      const answer = await site.call('POST', '/api/entity/Task', {
        body: 'subject=x',
        headers: { 'content-type': type },
        as: cookies.staff,
      })
      expect({ type, status: answer.status, exc: answer.json.exc_type }).toEqual({
        type,
        status: 415,
        exc: 'UnsupportedMediaType',
      })
    }
  })

  test('treats an empty body as an empty object, and refuses a list for an object', async () => {
    const send = (body: string) =>
      site.call('POST', '/api/entity/Task', {
        body,
        headers: { 'content-type': 'application/json' },
        as: cookies.staff,
      })
    expect((await send('')).json.message).toBe('יש למלא את השדה נושא')
    for (const body of [
      '[]',
      '"x"',
      'null x',
      '{"a":',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      '{"__proto__":{"a":1}}',
    ]) {
      expect({ body: body.slice(0, 20), status: (await send(body)).status }).toEqual({
        body: body.slice(0, 20),
        status: 400,
      })
    }
  })

  test('refuses a body that is too large', async () => {
    const answer = await site.call('POST', '/api/entity/Task', {
      body: { subject: 'x'.repeat(5_242_881) },
      as: cookies.manager,
    })
    expect(answer.status).toBe(413)
    expect(answer.json).toMatchObject({ exc_type: 'PayloadTooLarge', max_bytes: 5_242_880 })
  })
})

describe('meta', () => {
  test('is not sent again to a client that has it', async () => {
    const first = await site.call('GET', '/api/entity/Task/meta', { as: cookies.staff })
    expect(first.json.id).toBe('Task')
    const headers = { 'if-none-match': String(first.headers.etag) }
    const second = await site.call('GET', '/api/entity/Task/meta', { as: cookies.staff, headers })
    expect({ status: second.status, text: second.text }).toEqual({ status: 304, text: '' })
    expect((await site.call('GET', '/api/entity/Task/meta', { as: cookies.admin, headers })).status).toBe(200)
  })
})

describe('the calls around records', () => {
  test('create, read, change, bulk-change, act on and delete a record', async () => {
    const as = cookies.staff
    const made = await site.call('POST', '/api/entity/Task', { body: { subject: 'Call + קפה' }, as })
    expect(made.status).toBe(200)
    const { id } = made.json.entity
    const changed = await site.call('PUT', `/api/entity/Task/${id}`, { body: { id: 'other', status: 'Done' }, as })
    expect(changed.json.entity).toMatchObject({ id, status: 'Done', subject: 'Call + קפה' })
    const bulk = await site.call('POST', '/api/entity/Task/bulk-update', {
      body: { entities: [{ id, points: 3 }] },
      as,
    })
    expect(bulk.json).toMatchObject({ count: 1, entities: [{ id, points: 3 }] })
    const history = await site.call('POST', `/api/entity/Task/${id}?run_method=get_history`, { body: { data: {} }, as })
    expect(history.json.data).toHaveLength(3)
    const found = await site.call(
      'GET',
      `/api/entity/Task?filters=${encodeURIComponent('{"subject":["like","%+ קפה"]}')}`,
      { as },
    )
    expect(found.json).toMatchObject({ count: 1, data: [{ id }] })
    expect((await site.call('DELETE', `/api/entity/Task/${id}`, { as })).json.entity.id).toBe(id)
    expect((await site.call('GET', `/api/entity/Task/${id}`, { as })).status).toBe(404)
  })

  test('answer suggestions, navigation and profiles under their names', async () => {
    const as = cookies.staff
    const { json } = await site.call('GET', '/api/utils/get_link_field_list?entity=Contact&txt=a', { as })
    expect(json.search[0]).toEqual({
      value: expect.any(String),
      label: expect.any(String),
      description: expect.any(String),
    })
    const unasked = await site.call('GET', '/api/utils/get_link_field_list?entity=Contact', { as })
    expect(unasked.json.search.length).toBeGreaterThan(0)
    const navigation = await site.call('GET', '/api/app/get_navigation', { as })
    expect(navigation.json.entities.map((item: { id: string }) => item.id)).toEqual([
      'Contact',
      'Task',
      'Quote',
      'Catalog Item',
    ])
    const profiles = await site.call('GET', '/api/user/profiles', { as })
    expect(profiles.json).toEqual({ profiles: [] })
  })

  test('list a record’s messages newest first, each once, with their count', async () => {
    const as = cookies.manager
    const contact = (
      await site.call('POST', '/api/entity/Contact', { body: { contact_name: 'N', whatsapp_contact_id: '972501' }, as })
    ).json.entity.id
    const add = (body: object) => site.call('POST', '/api/entity/Communication', { body, as })
    const base = { sent_or_received: 'Received', status: 'Open', reference_entity: 'Contact', reference_id: contact }
    await add({ ...base, subject: 'mail', communication_medium: 'Email', communication_date: '2026-01-01 10:00:00' })
    await add({
      ...base,
      subject: 'chat',
      communication_medium: 'WhatsApp',
      communication_date: '2026-01-03 10:00:00',
      whatsapp_contact_id: '972501',
    })
    await add({
      subject: 'loose',
      communication_medium: 'WhatsApp',
      sent_or_received: 'Sent',
      communication_date: '2026-01-02 10:00:00',
      whatsapp_contact_id: '972501',
    })
    const ask = (query: string) => site.call('GET', `/api/app/get_communications?${query}`, { as })
    const subjects = (answer: Awaited<ReturnType<typeof ask>>) =>
      answer.json.communications.map((one: { subject: string }) => one.subject)
    const ofRecord = await ask(`entity=Contact&id=${contact}`)
    expect(subjects(ofRecord)).toEqual(['chat', 'mail'])
    expect(ofRecord.json).toMatchObject({ count: 2, open_communications: { email: 1, whatsapp: 1, total: 2 } })
    const linked = subjects(await ask(`entity=Contact&id=${contact}&whatsapp_contact_id=972501`))
    expect(new Set(linked).size).toBe(linked.length)
  })
})
