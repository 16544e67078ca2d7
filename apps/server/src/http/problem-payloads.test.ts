import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, messageOf, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let staff: string
let manager: string

beforeAll(async () => {
  site = await makeTestSite({ rateLimit: 0 })
  staff = await site.signIn('staff@example.com')
  manager = await site.signIn('manager@example.com')
})

/** The whole payload, with its three message keys (reference: http-api, Errors). */
function payload(status: number, type: string, title: string, message: string, more: object = {}) {
  return {
    status,
    exc_type: type,
    _server_messages: JSON.stringify([{ message, indicator: 'red', raise_exception: 1, title }]),
    _error_message: message,
    message,
    request_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    ...more,
  }
}

describe('the exact payloads of errors', () => {
  test('401 clears the cookie', async () => {
    const answer = await site.call('GET', '/api/entity/Task', { as: `sid=${'x'.repeat(43)}` })
    expect(answer.json).toEqual(
      payload(401, 'AuthenticationError', 'Not Signed In', 'You need to sign in to continue.'),
    )
    expect(answer.headers['set-cookie']).toBe('sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })

  test('403 names the entity, never the record', async () => {
    const answer = await site.call('PUT', '/api/entity/Role/Staff', { body: { description: 'x' }, as: staff })
    expect(answer.json).toEqual(
      payload(403, 'PermissionError', 'Not Permitted', 'You do not have permission to change Role.'),
    )
  })

  test('404', async () => {
    const answer = await site.call('GET', '/api/entity/Task/TASK-9999', { as: staff })
    expect(answer.json).toEqual(payload(404, 'DoesNotExistError', 'Not Found', 'Task TASK-9999 was not found.'))
  })

  test('409 for a stale record names the user who changed it', async () => {
    const read = await site.call('GET', '/api/entity/Task/TASK-0002', { as: staff })
    const { modified } = read.json.entity
    const fast = await site.call('PUT', '/api/entity/Task', { body: { id: 'TASK-0002', points: 77 }, as: manager })
    // manager@example.com is not Staff, so another user makes the first change.
    const faster =
      fast.status === 200
        ? fast
        : await site.call('PUT', '/api/entity/Task', { body: { id: 'TASK-0002', points: 77 }, as: staff })
    const answer = await site.call('PUT', '/api/entity/Task', {
      body: { id: 'TASK-0002', points: 78, modified },
      as: staff,
    })
    // The answer to a write tells besides what its caller may do with the record.
    const { _rights, _locked, ...theirs } = faster.json.entity
    expect(answer.json).toEqual(
      payload(
        409,
        'TimestampMismatchError',
        'Record Changed',
        'This record was changed after you opened it. Reload it and try again.',
        {
          modified: faster.json.entity.modified,
          modified_by: faster.json.entity.modified_by,
          theirs,
        },
      ),
    )
  })

  test('409 for a save that clashes shows both values; one that merges says onto what', async () => {
    const { json } = await site.call('GET', '/api/user/staff@example.com', { as: staff })
    const { modified, full_name, phone } = json.user
    const put = (body: object, as: string) => site.call('PUT', '/api/user/staff@example.com', { body, as })
    const first = await put({ full_name: 'Theirs' }, manager)
    const merged = await put({ phone: '1234', modified, _base: { phone } }, staff)
    expect([merged.status, merged.json.merged]).toEqual([
      200,
      {
        modified: first.json.user.modified,
        modified_by: 'manager@example.com',
        _link_titles: { modified_by: 'Dana Levi' },
      },
    ])
    expect(merged.json.user).toMatchObject({ full_name: 'Theirs', phone: '1234' })
    const clash = await put({ full_name: 'Mine', modified, _base: { full_name } }, staff)
    expect(clash.json).toMatchObject({
      status: 409,
      theirs: { full_name: 'Theirs' },
      clashes: [{ fieldname: 'full_name', base: full_name, theirs: 'Theirs', mine: 'Mine' }],
    })
    const bad = await put({ full_name: 'Mine', _base: [] }, staff)
    expect([bad.status, bad.json.exc_type]).toEqual([400, 'BadRequest'])
  })

  test('409 for a linked record lists the records that link to it', async () => {
    const make = async (entity: string, body: object) =>
      (await site.call('POST', `/api/entity/${entity}`, { body, as: staff })).json.entity
    const contact = await make('Contact', { contact_name: 'Linked Often' })
    await make('Task', { subject: 'Call back', contact: contact.id })
    await make('Task', { subject: 'Call again', contact: contact.id })
    const answer = await site.call('DELETE', `/api/entity/Contact/${contact.id}`, { as: staff })
    expect(answer.json).toMatchObject({ status: 409, exc_type: 'LinkExistsError' })
    const [link, ...others] = answer.json.links
    const task = (await site.call('GET', `/api/entity/Task/${link.id}`, { as: staff })).json.entity.subject
    expect([link, others.length]).toEqual([
      { entity: 'Task', id: expect.stringMatching(/^TASK-/), fieldname: 'contact' },
      1,
    ])
    expect(messageOf(answer.json)).toMatchObject({
      title: 'In Use',
      message: `Contact Linked Often cannot be deleted because Task ${task} and 1 more use it.`,
    })
  })

  test('413', async () => {
    const answer = await site.call('POST', '/api/entity/Task', { body: { subject: 'x'.repeat(5_242_881) }, as: staff })
    expect(answer.json).toEqual(
      payload(413, 'PayloadTooLarge', 'File Too Large', 'The file is larger than 5 MB.', { max_bytes: 5_242_880 }),
    )
  })

  test('417 names each missing field', async () => {
    const one = await site.call('POST', '/api/entity/Task', { body: {}, as: staff })
    expect(one.json).toEqual(
      payload(417, 'MandatoryError', 'Missing Value', 'Subject is required', {
        errors: [{ fieldname: 'subject', message: 'Subject is required' }],
      }),
    )
    const two = await site.call('POST', '/api/entity/Task', { body: { status: '' }, as: staff })
    expect(two.json).toMatchObject({
      message: 'These fields are required: Subject, Status',
      errors: [{ fieldname: 'subject' }, { fieldname: 'status' }],
    })
  })

  test('417 for a link to nothing', async () => {
    const answer = await site.call('POST', '/api/entity/Task', { body: { subject: 'x', contact: 'nobody' }, as: staff })
    expect(answer.json).toEqual(
      payload(417, 'LinkValidationError', 'Invalid Value', 'Could not find Contact: nobody', {
        errors: [{ fieldname: 'contact', message: 'Could not find Contact: nobody' }],
      }),
    )
  })

  test('417 before data would be lost', async () => {
    const as = await site.signIn('Administrator')
    const fields = [{ fieldname: 'points', fieldtype: 'Int' }]
    const entity = {
      id: 'Thing',
      module: 'Things',
      fields: [{ fieldname: 'name_of_it', fieldtype: 'Data' }, ...fields],
    }
    expect((await site.call('POST', '/api/entity/Entity', { body: entity, as })).status).toBe(200)
    const { json } = await site.call('POST', '/api/entity/Thing', { body: { name_of_it: 'x', points: 3 }, as })
    const answer = await site.call('PUT', '/api/entity/Entity', { body: { id: 'Thing', fields }, as })
    const message = 'This change would lose data in 1 records. Confirm to continue.'
    const errors = [{ fieldname: 'name_of_it', message: expect.any(String), records: 1, samples: [json.entity.id] }]
    expect(answer.json).toEqual(payload(417, 'DataLossError', 'Invalid Value', message, { errors }))
  })

  test('429 says when to retry', async () => {
    const fail = () => site.call('POST', '/api/auth/login', { body: { user: 'locked@example.com', password: 'x' } })
    for (let attempt = 0; attempt < 10; attempt++) expect((await fail()).status).toBe(401)
    const answer = await fail()
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.json).toEqual(
      payload(429, 'RateLimitExceededError', 'Slow Down', 'Too many attempts. Try again in 60 seconds.', {
        retry_after: 60,
      }),
    )
  })

  test('500 gives only a reference, and the logs hold the details', async () => {
    const { engine } = site.site
    const behaviour = {
      entity: 'Contact',
      beforeSave: () => Promise.reject(new Error('secret detail: SELECT * FROM x')),
    }
    ;(engine.behaviours as Map<string, unknown>).set('Contact', behaviour)
    const answer = await site.call('POST', '/api/entity/Contact', { body: { contact_name: 'x' }, as: staff })
    ;(engine.behaviours as Map<string, unknown>).delete('Contact')
    const message = `Something went wrong on the server. Reference: ${answer.json.request_id}`
    expect(answer.json).toEqual(payload(500, 'ServerError', 'Server Error', message))
    const filters = encodeURIComponent(JSON.stringify({ request_id: answer.headers['x-request-id'] }))
    await expect
      .poll(
        async () =>
          (
            await site.call('GET', `/api/entity/Error Log?filters=${filters}&fields=*`.replace(' ', '%20'), {
              as: manager,
            })
          ).json.data,
      )
      .toEqual([
        expect.objectContaining({
          title: 'secret detail: SELECT * FROM x',
          status_code: 500,
          user: 'staff@example.com',
          path: '/api/entity/Contact',
        }),
      ])
  })
})

test('an error repeats no more of a long value than tells which one is meant', async () => {
  const long = 'א'.repeat(100_000)
  const calls: [string, string, unknown][] = [
    ['PUT', '/api/entity/Task', { id: long, points: 1 }],
    ['POST', '/api/entity/Task', { subject: 'Long', contact: long }],
    ['POST', '/api/entity/Task', { subject: 'Long', checklist: [{ title: 'Row', state: long }] }],
  ]
  for (const [method, path, body] of calls) {
    const { status, text } = await site.call(method, path, { body, as: staff })
    expect([path, [404, 417].includes(status), text.length < 5000]).toEqual([path, true, true])
  }
})
