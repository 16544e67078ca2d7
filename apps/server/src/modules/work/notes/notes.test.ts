import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { mailOf, openWork, type Person, type Work } from '../testing-work.ts'

type About = Awaited<ReturnType<Work['newCase']>>

describe('on SQLite', () => noteTests(() => makeTestSite()))
onPostgres((_open, database) => noteTests(() => makeTestSite({ database })))

function noteTests(open: () => Promise<TestSite>): void {
  let work: Work
  beforeAll(async () => {
    work = await openWork(open)
  })
  const at = (id: string) => `/api/entity/Note/${id}`
  const upload = async (as: Person, { reference_entity: entity, reference_id: id }: About, filename: string) => {
    const filedata = Buffer.from('cakes').toString('base64')
    const body = { filedata, filename, entity, id, is_private: '1', decode_base64: 1 }
    return (await work.ok(work.call(as, 'POST', '/api/files', body))).file
  }
  const write = (as: Person, about: object, text: string) => work.create(as, 'Note', { ...about, text })

  test('readers of a record read its notes and write one, and nobody else learns of them', async () => {
    const about = await work.newCase()
    const note = await write('noa', about, 'Called twice, no answer')
    expect(note).toMatchObject({ ...about, owner: mailOf('noa'), mentions: [], edited_at: null })
    expect(await work.list('dan', 'Note', about)).toMatchObject([{ id: note.id, text: 'Called twice, no answer' }])
    expect(await work.list('zoe', 'Note')).toEqual([])
    expect((await work.call('zoe', 'GET', at(note.id))).status).toBe(403)
    const secret = await work.newCase('Secret')
    const hidden = await write('manager', secret, 'the hidden zebra')
    expect(await work.list('dan', 'Note', secret)).toEqual([])
    expect((await work.call('dan', 'GET', at(hidden.id))).status).toBe(403)
    expect(await work.refusal(work.call('dan', 'POST', '/api/entity/Note', { ...secret, text: 'x' }))).toEqual([
      417,
      `Could not find Reference ID: ${secret.reference_id}`,
    ])
    const found = async (as: Person, text: string) =>
      (await work.ok(work.call(as, 'GET', `/api/app/search?text=${text}`))).counts
    expect([await found('dan', 'zebra'), await found('manager', 'zebra')]).toEqual([{}, { Note: 1 }])
    expect(await found('dan', 'no%20answer')).toEqual({ Note: 1 })
    const { results } = await work.ok(work.call('dan', 'GET', '/api/app/search?text=no%20answer'))
    expect(results).toMatchObject([{ entity: 'Note', id: note.id, ...about }])
  })

  test('a list of notes names the people whom they mention, and their files', async () => {
    const about = await work.newCase()
    const file = await upload('dan', about, 'menu.txt')
    const attachments = [{ file: file.id, file_name: 'not its name' }]
    const { id } = await work.create('manager', 'Note', { ...about, text: '@[noa@example.com]', attachments })
    const fields = encodeURIComponent(JSON.stringify(['text', '_mentioned', '_files']))
    const read = async (as: Person) =>
      (await work.ok(work.call(as, 'GET', `/api/entity/Note?fields=${fields}&filters={"id":"${id}"}`))).data[0]
    const named = { file: file.id, file_name: 'menu.txt', file_url: file.file_url }
    expect(await read('manager')).toMatchObject({
      _mentioned: [{ user: mailOf('noa'), full_name: 'noa' }],
      _files: [named],
    })
    // A reader without a right to people learns the id alone.
    expect((await read('dan'))._mentioned).toEqual([{ user: mailOf('noa'), full_name: mailOf('noa') }])
    const other = await work.ok(work.call('dan', 'GET', '/api/entity/Case?fields=["id","_files","_mentioned"]'))
    expect(Object.keys(other.data[0])).toEqual(['id'])
  })

  test('a file that the writer may not read is attached to no note', async () => {
    const secret = await work.newCase('Secret')
    const file = await upload('manager', secret, 'plans.txt')
    const body = { ...(await work.newCase()), text: 'See', attachments: [{ file: file.id }] }
    const [status, message] = await work.refusal(work.call('dan', 'POST', '/api/entity/Note', body))
    expect([status, message]).toEqual([417, `Could not find File: ${file.id}`])
  })

  test('its owner alone changes it, its record stays, and its owner and managers delete it', async () => {
    const [about, other] = [await work.newCase(), await work.newCase()]
    const { id } = await write('noa', about, 'First')
    for (const as of ['dan', 'manager', 'admin'] as const) {
      expect([as, (await work.call(as, 'PUT', at(id), { text: 'Mine' })).status]).toEqual([as, 403])
    }
    expect((await work.call('noa', 'PUT', at(id), other)).status).toBe(403)
    const { entity } = await work.ok(work.call('noa', 'PUT', at(id), { ...other, text: 'Second' }))
    expect(entity).toMatchObject({ ...about, text: 'Second', edited_at: expect.stringMatching(/^\d{4}-/) })
    expect((await work.call('dan', 'DELETE', at(id))).status).toBe(403)
    await work.ok(work.call('manager', 'DELETE', at(id)))
    const mine = await write('dan', about, 'Wrong record')
    await work.ok(work.call('dan', 'DELETE', at(mine.id)))
    expect(await work.list('dan', 'Note', about)).toEqual([])
  })

  test('mentions are people who exist, are enabled and are seen by the writer; each counts once', async () => {
    const about = await work.newCase()
    const account = { email: 'left@example.com', full_name: 'left' }
    await work.ok(work.call('admin', 'POST', '/api/user', account))
    await work.ok(work.call('admin', 'PUT', '/api/user/left@example.com', { enabled: 0 }))
    const text = '@[Dan@example.com] @[nobody] @[left@example.com] @[dan@example.com] @[Administrator] a@[b'
    const { id, mentions } = await write('zoe', await shared(), text)
    expect(mentions).toEqual([mailOf('dan'), 'Administrator'])
    const changed = await work.ok(work.call('zoe', 'PUT', at(id), { text: 'now @[eve@example.com]', mentions: ['x'] }))
    expect(changed.entity.mentions).toEqual([mailOf('eve')])
    // Noa has no right to people, so that a name tells her nothing about who exists.
    expect((await write('noa', about, '@[dan@example.com] @[noa@example.com]')).mentions).toEqual([mailOf('noa')])
  })

  const shared = async () => {
    const { id } = await work.create('zoe', 'Contact', { contact_name: 'Shared' })
    return { reference_entity: 'Contact', reference_id: id }
  }

  test('a change of a note is undone, and a late save of the same text is told of the other', async () => {
    const about = await work.newCase()
    const { id, modified } = await write('noa', about, 'First')
    await work.ok(work.call('noa', 'PUT', at(id), { text: 'Second' }))
    const [version] = await work.list('manager', 'Version', { ref_entity: 'Note', ref_id: id, action: 'Updated' })
    const late = await work.call('noa', 'PUT', at(id), { text: 'Third', modified, _base: { text: 'First' } })
    expect(late.status).toBe(409)
    const operation = `/api/entity/Operation Log/${String(version?.operation_id)}?run_method=undo`
    await work.ok(work.call('noa', 'POST', operation, { data: {} }))
    expect(await work.list('noa', 'Note', about)).toMatchObject([{ text: 'First' }])
  })

  test('length and mentions have a limit', async () => {
    const about = await shared()
    const create = (text: string) => work.refusal(work.call('zoe', 'POST', '/api/entity/Note', { ...about, text }))
    expect(await create('x'.repeat(10_000))).toEqual([200, undefined])
    expect(await create('x'.repeat(10_001))).toEqual([417, 'Text is too long (maximum 10,000 characters)'])
    const names = Array.from({ length: 21 }, (_, n) => `many${n}@example.com`)
    for (const email of names) await work.ok(work.call('admin', 'POST', '/api/user', { email, full_name: email }))
    const mentioning = (some: readonly string[]) => some.map((name) => `@[${name}]`).join(' ')
    expect(await create(mentioning(names.slice(1)))).toEqual([200, undefined])
    expect(await create(mentioning(names))).toEqual([417, 'There are too many already (maximum 20).'])
    expect(await create('@['.repeat(5_000))).toEqual([200, undefined])
  })

  test('the directory of mentions knows who reads the record, and is shut without it', async () => {
    const { reference_entity: entity, reference_id: id } = await work.newCase()
    const ask = (as: Person, txt: string, about = { entity, id }) =>
      work.call(as, 'GET', `/api/app/get_mentionable?entity=${about.entity}&id=${about.id}&txt=${txt}`)
    expect((await work.ok(ask('manager', 'eve'))).people).toEqual([
      { user: mailOf('eve'), full_name: 'eve', user_image: null, can_read: 1 },
    ])
    expect((await work.ok(ask('manager', 'zoe'))).people).toMatchObject([{ user: mailOf('zoe'), can_read: 0 }])
    expect((await work.ok(ask('manager', 'left@'))).people).toEqual([])
    expect((await ask('zoe', '')).status).toBe(403)
    expect((await ask('zoe', '', { entity: 'Contact', id: 'none' })).status).toBe(404)
    expect((await work.call('zoe', 'GET', '/api/app/get_mentionable')).status).toBe(417)
    expect((await work.ok(ask('zoe', '', await contactOf()))).people).toHaveLength(20)
  })

  const contactOf = async () => ({ entity: 'Contact', id: (await shared()).reference_id as string })

  test('they go to the trash with their record, come back with it, and are renamed with it', async () => {
    const about = await work.newCase()
    await write('noa', about, 'Stays with it')
    const path = `/api/entity/Case/${about.reference_id}`
    await work.ok(work.call('dan', 'DELETE', path))
    expect(await work.list('manager', 'Note', about)).toEqual([])
    const [item] = await work.list('manager', 'Trash Item', { ref_id: about.reference_id })
    await work.ok(work.call('dan', 'POST', `/api/entity/Trash Item/${item?.id}?run_method=restore`, { data: {} }))
    expect(await work.list('noa', 'Note', about)).toMatchObject([{ text: 'Stays with it', owner: mailOf('noa') }])
    const body = { entity: 'Case', oldName: about.reference_id, newName: 'renamed' }
    await work.ok(work.call('dan', 'POST', '/api/utils/rename_entity', body))
    expect(await work.list('noa', 'Note', { ...about, reference_id: 'renamed' })).toHaveLength(1)
  })
}
