import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRecord, find, systemContext } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import { systemColumns } from '../../store/system-columns.ts'
import type { NewTestDatabase } from '../../store/testing.ts'
import { makeTestSite } from '../../testing/test-site.ts'
import { settleClone } from './settle-clone.ts'
import { callerOf, eachDatabase, placesOf, startCopy } from './testing-clones.ts'

/** Values of personal fields, each of which stands nowhere else. */
const unique = {
  name: 'Zebulon Quixwort',
  phone: '+972 54-777-3141',
  guest: 'Ottokar Vanderschnitzel',
  guestDay: '1931-07-23',
  mailbox: 'wilhelmina',
  comment: 'Xerxes',
  entity: '&#1494;&#1489;&#1493;',
  mark: '🦩🪕🦩',
  code: 'Yolanda Featherstonehaugh',
  setting: 'Balthazar Crumplehorn',
  folder: 'people/Persephone Winterbottom',
  file: 'the bytes of a passport of Ottokar',
  drafted: 'Hezekiah Throckmorton',
  header: 'Philippa Gastrell',
  imported: 'Cornelius Blenkinsop',
  unfinished: 'Augustine Zwingli',
  patient: 'Leocadia Wrigglesworth',
  chart: 'the chart of Leocadia',
  formerRow: 'Barnaby Higginbotham',
  renamed: 'Clementine Ashworthy',
}

eachDatabase((database) => {
  test('no value of a personal field stays, however it came where it is, nor comes up while the clone runs', async () => {
    const { dir, databaseUrl } = await filledFolder(database)
    const places = () => placesOf(unique, dir, databaseUrl)
    expect((await places()).filter(({ found }) => !found)).toEqual([])
    await settleClone(dir, { mask: true, keepSignIn: true, adminPassword: 'a new password' })
    expect((await places()).filter(({ found }) => found)).toEqual([])

    const clone = await makeTestSite({ dir, databaseUrl, port: 0, rateLimit: 0 })
    const { engine, store } = clone.site
    const kept = ['migration', 'definition', 'entity_table', 'series', 'site', 'credential']
    for (const name of Object.keys(systemColumns).filter((one) => !kept.includes(one))) {
      expect([name, await store.all(sql`select * from ${sql.table(name)}`)]).toEqual([name, []])
    }
    // Derived values still follow from their sources.
    const [badge] = await find(engine, 'Badge', { fields: ['event', 'greeting', 'shout'] })
    const [event] = await find(engine, 'Event', { fields: ['id', 'organiser', 'organiser_name', 'greeting'] })
    const [person] = await find(engine, 'Contact', {
      where: { id: String(event?.organiser) },
      fields: ['contact_name'],
    })
    expect(event?.organiser_name).toBe(person?.contact_name)
    expect(event?.greeting).toBe(`Dear ${String(person?.contact_name)}`)
    expect(badge?.shout).toBe(`${String(badge?.greeting)}!`)
    const [guest] = await find(engine, 'Event Guest', { fields: ['who', 'organiser_phone', 'contact_name'] })
    expect(guest?.organiser_phone).toMatch(/^\+000 \d\d-\d\d\d-\d{4}$/)
    expect(guest?.contact_name).toBe(person?.contact_name)

    const cookie = await clone.signIn('manager@example.com')
    const call = callerOf(clone, cookie)
    await call('PUT', '/api/entity/Event', { id: event?.id, title: 'Another evening' })
    await call('PUT', '/api/entity/Contact', { id: event?.organiser, company: 'Another company' })
    for (const word of ['Quixwort', 'Vanderschnitzel', 'Winterbottom']) {
      const found = await call('GET', `/api/app/search?text=${word}`)
      expect(JSON.stringify(found)).not.toContain('"id"')
    }
    await clone.settled()
    await clone.close()
    // The logs say what was looked for just now.
    await rm(join(dir, 'logs'), { recursive: true, force: true })
    expect((await places()).filter(({ found }) => found)).toEqual([])
  })
})

const everything = { read: 1, write: 1, create: 1, delete: 1 }
const data = (fieldname: string, more: object = {}) => ({ fieldname, label: fieldname, fieldtype: 'Data', ...more })
const definitions = [
  {
    id: 'Event Guest',
    type: 'Table',
    fields: [
      data('who', { personal: 1 }),
      data('day', { fieldtype: 'Date', personal: 1 }),
      data('contact', { fieldtype: 'Link', options: 'Contact' }),
      data('contact_name', { fetch_from: 'contact.contact_name' }),
      data('organiser_phone', { fetch_from: 'parent.organiser.phone', read_only: 1 }),
      data('tag', { formula: '"Guest " + who' }),
    ],
  },
  {
    id: 'Event',
    title_field: 'title',
    track_changes: 1,
    search_index: true,
    fields: [
      data('title', { reqd: 1 }),
      data('organiser', { fieldtype: 'Link', options: 'Contact' }),
      data('organiser_name', { fetch_from: 'organiser.contact_name' }),
      data('greeting', { formula: '"Dear " + organiser_name' }),
      data('mark', { personal: 1 }),
      data('mailbox', { personal: 1 }),
      data('comment', { fieldtype: 'Text', personal: 1 }),
      data('entity', { fieldtype: 'Text', personal: 1 }),
      data('code', { fieldtype: 'Code', personal: 1 }),
      data('guests', { fieldtype: 'Table', options: 'Event Guest' }),
    ],
  },
  {
    id: 'Badge',
    fields: [
      data('event', { fieldtype: 'Link', options: 'Event' }),
      data('greeting', { fetch_from: 'event.greeting' }),
      data('shout', { formula: 'greeting + "!"' }),
    ],
  },
  { id: 'Outing Guest', type: 'Table', fields: [data('who', { personal: 1 })] },
  { id: 'Outing', fields: [data('guests', { fieldtype: 'Table', options: 'Outing Guest' })] },
  { id: 'House', type: 'Settings', fields: [data('keeper', { personal: 1 })] },
]

/** A folder of a site with the unique values in every odd place. */
async function filledFolder(database: NewTestDatabase | undefined) {
  const { dir, databaseUrl, site } = await startCopy(database)
  const call = callerOf(site, await site.signIn('manager@example.com'))
  await call('PUT', '/api/entity/System Settings', { may_reach_people: 0 })
  for (const definition of definitions) {
    const permissions = [{ role: 'System Manager', ...everything }]
    const common = { type: 'Document', module: 'Test', ...(definition.type === 'Table' ? {} : { permissions }) }
    await call('POST', '/api/entity/Entity', { ...common, ...definition })
  }
  const person = { contact_name: unique.name, phone: unique.phone }
  const { entity: contact } = await call('POST', '/api/entity/Contact', person)
  const { entity: event } = await call('POST', '/api/entity/Event', {
    ...{ title: 'An evening', organiser: contact.id, mark: unique.mark, entity: `<p>${unique.entity}</p>` },
    mailbox: `W. Q. <${unique.mailbox}@quixwort.example>`,
    comment: `<p>Hello</p><!-- ${unique.comment} --><${unique.comment}><b>Bye</b>`,
    code: JSON.stringify({ name: unique.code, children: [unique.code] }),
    guests: [{ who: unique.guest, day: unique.guestDay, contact: contact.id }],
  })
  await call('POST', '/api/entity/Badge', { event: event.id })
  await call('PUT', '/api/entity/House', { keeper: unique.setting })
  const views = [
    { 'guests.who': unique.guest },
    { or: [['organiser_name', '=', unique.name]] },
    { greeting: ['like', `%${unique.name}%`] },
  ]
  for (const [at, filters] of views.entries()) {
    await call('POST', '/api/entity/List View', { ref_entity: 'Event', title: `View ${at}`, filters })
  }
  const upload = (filename: string, bytes: string, more: object) =>
    call('POST', '/api/files', {
      filedata: Buffer.from(bytes).toString('base64'),
      filename,
      decode_base64: 1,
      ...more,
    })
  await upload('plain.txt', 'words for everybody', { is_private: '0', folder: unique.folder })
  const { entity: outing } = await call('POST', '/api/entity/Outing', { guests: [{ who: unique.guest }] })
  await upload('scan.txt', unique.file, { entity: 'Outing', id: outing.id, is_private: '1' })
  // An entity is deleted with its records, another is renamed, a row was in a record, and a name is another one now.
  const rights = [{ role: 'System Manager', ...everything }]
  for (const id of ['Patient', 'Visitor']) {
    const definition = {
      id,
      type: 'Document',
      module: 'Test',
      fields: [data('who', { personal: 1 })],
      permissions: rights,
    }
    await call('POST', '/api/entity/Entity', definition)
  }
  const { entity: patient } = await call('POST', '/api/entity/Patient', { who: unique.patient })
  await upload('chart.txt', unique.chart, { entity: 'Patient', id: patient.id, is_private: '1' })
  await call('DELETE', '/api/entity/Entity/Patient?confirm_data_loss=1')
  await call('POST', '/api/entity/Visitor', { who: unique.renamed })
  await call('POST', '/api/utils/rename_entity', { entity: 'Entity', oldName: 'Visitor', newName: 'Caller' })
  await call('PUT', '/api/entity/Outing', { id: outing.id, guests: [{ who: unique.formerRow }] })
  await call('PUT', '/api/entity/Outing', { id: outing.id, guests: [{ who: unique.guest }] })
  const { engine } = site.site
  const ctx = systemContext(engine)
  await createRecord(engine, ctx, 'Communication', {
    ...{
      communication_medium: 'Email',
      sent_or_received: 'Received',
      subject: 'Yes',
      cc: `${unique.header} <p@x.example>`,
    },
    ...{ content: `<p>${unique.drafted}</p>`, reference_entity: 'Contact', reference_id: contact.id },
  })
  const csv = `contact_name,company\n${unique.imported},Clone Imports\n`
  const { file } = await upload('people.csv', csv, { is_private: '1' })
  await call('POST', '/api/entity/Contact/import', { file: file.file_url })
  await site.site.store.write((tx) =>
    tx.run(
      sql`insert into transfer (id, "user", name, length, received, meta, updated)
          values ('half', 'manager@example.com', ${unique.unfinished}, 5, 1, '{}', '2026-01-01 00:00:00')`,
    ),
  )
  await site.settled()
  await site.close()
  return { dir, databaseUrl }
}
