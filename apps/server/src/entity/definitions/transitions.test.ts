import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { runAction } from '../index.ts'
import { refusal } from '../testing.ts'
import { definitionTests, type FieldRow, renamed, without } from './testing.ts'

const status = { fieldname: 'status', fieldtype: 'Select', options: 'New\nSent\nLost' }

eachStore((open) => {
  const { site, define, reshape, save, get, text, fieldsOf } = definitionTests(open)
  const send = { title: 'Send', from_states: 'New', to_state: 'Sent' }
  const definition = (row: object = {}, more: object = {}) => ({
    state_field: 'status',
    transitions: [{ ...send, ...row }],
    ...more,
  })
  const fields = [{ fieldname: 'subject' }, status, { fieldname: 'weight', fieldtype: 'Float' }]
  const refused = async (row: object, more: object = {}) => {
    const { status: code, errors = [] } = await refusal(define(fields, definition(row, more)))
    const [first] = errors
    return [code, first?.row_fieldname ?? first?.property ?? first?.fieldname, first?.message.text]
  }
  const check = async (id: string, data: object) =>
    (await runAction(
      site.engine,
      site.manager,
      'Entity',
      id,
      'check_changes',
      data as Record<string, unknown>,
    )) as Record<'warnings' | 'faults' | 'expressions' | 'used_by', Record<string, unknown>[]>
  const rowsOf = async (id: string) => (await get('Entity', id)).transitions as FieldRow[]

  describe('a definition', () => {
    it('is refused where its transitions could not be followed', async () => {
      const notAnOption = '{0} is not an option of {1}.'
      const notUsable = '{0} cannot be used here.'
      expect(await refused({ to_state: 'Gone' })).toEqual([417, 'to_state', notAnOption])
      expect(await refused({ from_states: 'New\nGone' })).toEqual([417, 'from_states', notAnOption])
      expect(await refused({}, { state_field: 'weight' })).toEqual([417, 'state_field', notUsable])
      expect(await refused({}, { state_field: 'gone' })).toEqual([417, 'state_field', notUsable])
      expect(await refused({ ask_fields: 'gone' })).toEqual([417, 'ask_fields', 'Unknown name: {0}'])
      expect(await refused({ ask_fields: 'status' })).toEqual([417, 'ask_fields', notUsable])
      const seven = Array.from({ length: 7 }, () => 'subject').join('\n')
      expect(await refused({ ask_fields: seven })).toEqual([
        ...[417, 'ask_fields', 'There are too many already (maximum {0}).'],
      ])
      expect(await refused({ roles: 'Nobody We Know' })).toEqual([417, 'roles', 'Could not find {0}: {1}'])
      expect(await refused({ condition: 'weight +' })).toEqual([417, 'condition', 'The expression ends too early.'])
      expect(await refused({ condition: 'weight' })).toEqual([417, 'condition', 'This must be true or false.'])
    })

    it('tells the place of a wrong condition by its transition', async () => {
      const condition = 'old.status == "New" && wieght > 0'
      const { errors } = await refusal(define(fields, definition({ condition })))
      expect(errors).toMatchObject([
        { transition: 'Send', property: 'condition', start: 23, end: 29, suggestion: 'weight' },
      ])
      const id = await define(fields, definition())
      const { expressions } = await check(id, { transitions: [{ ...send, condition }] })
      expect(expressions).toMatchObject([{ fieldname: null, transition: 'Send', property: 'condition', start: 23 }])
    })

    it('is warned of states that nothing reaches, and of a state that cannot change', async () => {
      const id = await define(fields, definition())
      expect((await check(id, {})).warnings).toMatchObject([{ fieldname: 'transitions', state: 'Lost' }])
      expect((await check(id, { transitions: [] })).warnings).toMatchObject([{ fieldname: 'state_field' }])
      const both = [send, { title: 'Lose', to_state: 'Lost' }]
      expect((await check(id, { transitions: both })).warnings).toEqual([])
    })

    it('of rows and of settings has no notes', async () => {
      const rows = await define([{ fieldname: 'name' }], { type: 'Table' })
      expect((await get('Entity', rows)).has_notes).toBe(0)
      expect((await get('Entity', await define(fields))).has_notes).toBe(1)
      expect((await get('Entity', await define(fields, { has_notes: 0 }))).has_notes).toBe(0)
    })
  })

  describe('a renamed field', () => {
    it('is followed by state field, asked fields and conditions', async () => {
      const condition = 'weight > 0 && old.weight > 0 && "weight" != ""'
      const id = await define(fields, definition({ condition, ask_fields: 'subject\nweight' }))
      await reshape(id, renamed('weight', 'mass'))
      await reshape(id, renamed('status', 'stage'))
      expect((await get('Entity', id)).state_field).toBe('stage')
      expect(await rowsOf(id)).toMatchObject([
        { condition: 'mass > 0 && old.mass > 0 && "weight" != ""', ask_fields: 'subject\nmass' },
      ])
    })

    it('of rows is followed by the conditions of their record', async () => {
      const line = await define([{ fieldname: 'amount', fieldtype: 'Float' }], { type: 'Table' })
      const id = await define(
        [...fields, { fieldname: 'lines', fieldtype: 'Table', options: line }],
        definition({ condition: 'sum(lines.map(l, l.amount)) > 0' }),
      )
      await reshape(line, renamed('amount', 'price'))
      expect(await rowsOf(id)).toMatchObject([{ condition: 'sum(lines.map(l, l.price)) > 0' }])
      expect((await text(reshape(line, () => [{ fieldname: 'other' }]))).slice(0, 2)).toEqual([
        ...[417, '{0} is used by {1}.'],
      ])
    })
  })

  it('a field that a transition names is not removed', async () => {
    const id = await define(fields, definition({ condition: 'weight > 0', ask_fields: 'subject' }))
    for (const name of ['weight', 'subject', 'status']) {
      const [code, said] = await text(reshape(id, without(name), { confirm_data_loss: 1 }))
      expect([name, code, said]).toEqual([name, 417, '{0} is used by {1}.'])
      const { used_by } = await check(id, { fields: without(name)(await fieldsOf(id)) })
      expect(used_by).toMatchObject([{ fieldname: name }])
    }
    await save(id, { transitions: [send] })
    await reshape(id, without('weight'), { confirm_data_loss: 1 })
  })
})
