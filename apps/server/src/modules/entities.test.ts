import { readdir, readFile } from 'node:fs/promises'
import { isFieldname, reservedFieldnames } from '@tavla/contract'
import { loadFieldTypes, readSelectOptions } from '@tavla/fields/server'
import { catalogue } from '@tavla/i18n/catalogue'
import { describe, expect, test } from 'vitest'
import type { EntityDefinition, FieldDefinition } from '../entity/model/definition.ts'

const types = await loadFieldTypes()
const definitions = await readDefinitions()
const byId = new Map(definitions.map((definition) => [definition.id, definition]))
const roles = ['System Manager', 'Operator', 'Project Operator', 'Staff', 'All']

test('no two definitions are of one entity, and each belongs to an app', () => {
  expect(byId.size).toBe(definitions.length)
  const apps = new Set(definitions.map((one) => one.app_name))
  expect([...apps].sort()).toEqual(['hq', 'platform', 'sample'])
})

test('the sample entities hold fields of 21 types', () => {
  const used = new Set(['Contact', 'Task'].flatMap((id) => byId.get(id)?.fields.map((field) => field.fieldtype)))
  const names =
    'Attach Image,Check,Code,Currency,Data,Date,Datetime,Duration,Dynamic Link,Float,Int,JSON,Link,Long Text,Password,\
Read Only,Select,Small Text,Table,Text,Text Editor'
  expect(
    [...types.keys()]
      .filter((type) => used.has(type))
      .sort()
      .join(),
  ).toBe(names)
})

describe.each(definitions)('$id', (definition) => {
  const { fields } = definition

  test('names and labels follow the rules', () => {
    expect(new Set(fields.map((field) => field.fieldname)).size).toBe(fields.length)
    for (const { fieldname } of fields) {
      expect(isFieldname(fieldname), fieldname).toBe(true)
      if (definition.id !== 'Entity' || fieldname !== 'id')
        expect(reservedFieldnames.has(fieldname), fieldname).toBe(false)
    }
    expect(fields.map((field) => field.label)).toEqual(fields.map((field) => labelOf(field.fieldname)))
  })

  test('types exist and options name what exists', () => {
    for (const field of fields) {
      const type = types.get(field.fieldtype)
      expect(type, field.fieldtype).toBeDefined()
      if (type?.needsOptions) expect(field.options, field.fieldname).toBeTruthy()
      if (type?.links === 'options')
        expect(byId.get(field.options ?? '')?.type, field.fieldname).toMatch(/Document|Settings/)
      if (type?.links === 'field') expectTargetField(fields, field)
      if (type?.kind === 'table') {
        expect(byId.get(field.options ?? '')?.type, field.fieldname).toBe('Table')
        expect(definition.type).not.toBe('Table')
      }
      if (field.only_with) expect(byId.has(field.only_with), field.fieldname).toBe(true)
      if (field.clock) expect(field.fieldtype).toBe('Datetime')
      if (field.when_target_deleted) expect(type?.links, field.fieldname).toBeDefined()
    }
  })

  test('named fields exist', () => {
    const names = fields.map((field) => field.fieldname)
    const { title_field, image_field, naming_rule, naming_value, search_fields = [], unique_together = [] } = definition
    for (const name of [...search_fields, ...unique_together.flat()]) expect(names).toContain(name)
    if (title_field) expect(names).toContain(title_field)
    if (naming_rule === 'Field') expect(names).toContain(naming_value)
    if (image_field) expect(fields.find((field) => field.fieldname === image_field)?.fieldtype).toBe('Attach Image')
  })

  test('a default is a value that its field accepts', () => {
    for (const field of fields.filter((one) => one.default !== undefined)) {
      const rule = { ...field, options: field.options ?? null }
      const parsed = types.get(field.fieldtype)?.parse(field.default, rule, { toWallClock: () => undefined })
      expect(parsed && 'value' in parsed && String(parsed.value), field.fieldname).toBe(field.default)
    }
  })

  test('each state colours a value of a Select', () => {
    const values = fields.filter((field) => field.fieldtype === 'Select').flatMap((field) => optionsOf(field))
    for (const { title } of definition.states ?? []) expect(values).toContain(title)
  })

  test('rules name built-in roles, and tables have none', () => {
    const permissions = definition.permissions ?? []
    if (definition.type === 'Table') expect(permissions).toEqual([])
    else expect(permissions.length).toBeGreaterThan(0)
    for (const { role } of permissions) expect(roles).toContain(role)
    if (fields.some((field) => field.permlevel === 1)) {
      expect(permissions).toContainEqual({ role: 'System Manager', permlevel: 1, read: 1, write: 1 })
    }
  })
})

test('every entity name, label, group and option has Hebrew in the catalogue', () => {
  const known = new Set(catalogue.map(([source]) => source))
  const texts = definitions.flatMap((definition) => [
    definition.id,
    ...definition.fields.flatMap((field) => [
      field.label,
      ...(field.field_group ? [field.field_group] : []),
      ...(field.description ? [field.description] : []),
      // A choice of field types lists names that are never translated (reference: texts, Languages).
      ...optionsOf(field).filter((option) => !types.has(option)),
    ]),
  ])
  expect([...new Set(texts)].filter((text) => !known.has(text))).toEqual([])
})

async function readDefinitions(): Promise<EntityDefinition[]> {
  const here = new URL('./', import.meta.url)
  const files = (await readdir(here, { recursive: true })).filter((file) => /^\w+\/entities\/[\w ]+\.json$/.test(file))
  return Promise.all(
    files.sort().map(async (file) => {
      const definition = JSON.parse(await readFile(new URL(encodeURI(file), here), 'utf8')) as EntityDefinition
      expect(file.endsWith(`/${definition.id}.json`)).toBe(true)
      for (const field of definition.fields) {
        if (field.options_from === 'field types') field.options = [...types.keys()].join('\n')
      }
      return definition
    }),
  )
}

function optionsOf(field: FieldDefinition): string[] {
  return field.fieldtype === 'Select' ? readSelectOptions(field.options ?? null).map((option) => option.value) : []
}

function expectTargetField(fields: readonly FieldDefinition[], link: FieldDefinition) {
  const target = fields.find((field) => field.fieldname === link.options)
  expect(target, link.fieldname).toMatchObject({ fieldtype: 'Link', options: 'Entity' })
}

/** A label is the fieldname in title case, except for these spellings. */
function labelOf(fieldname: string): string {
  const named: Record<string, string> = {
    at: 'Time',
    email_id: 'Email Address',
    hq_sign_in: 'Always sign in with HQ',
    permlevel: 'Permission Level',
    old_password: 'Current Password',
    reqd: 'Required',
    fieldtype: 'Field Type',
    ref_entity: 'Reference Entity',
    ref_id: 'Reference ID',
    log_total_mb: 'Log Total (MB)',
    max_file_size_mb: 'Max File Size (MB)',
  }
  const capitals = new Set('API BCC CC CPU HQ HSTS HTTP HTTPS ID IMAP IP MIME SMTP SSL TLS UID URI URL'.split(' '))
  const words = fieldname.split('_').map((word, index, all) => {
    if (capitals.has(word.toUpperCase())) return word.toUpperCase()
    if (word === 'openid') return 'OpenID'
    const isInside = index > 0 && index < all.length - 1
    return isInside && ['for', 'on', 'or'].includes(word) ? word : word.replace(/^./, (letter) => letter.toUpperCase())
  })
  return named[fieldname] ?? words.join(' ')
}
