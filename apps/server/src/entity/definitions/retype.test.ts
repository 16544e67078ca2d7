import { loadFieldTypes } from '@tavla/fields/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { runAction, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'
import { altered, definitionTests, type FieldRow } from './testing.ts'

eachStore((open) => {
  const { site, create, get, define, fieldsOf, reshape, text } = definitionTests(open)

  describe('changing a type', () => {
    const texts = ['Data', 'Link', 'Select', 'Read Only', 'Dynamic Link']
    const longTexts = ['Small Text', 'Text', 'Long Text', 'Text Editor', 'Code']
    const wholes = ['Int', 'Duration']
    const numbers = [...wholes, 'Float', 'Currency']
    const isText = (type: string) => texts.includes(type) || longTexts.includes(type)
    const long = 'long '.repeat(40).trim()
    const words = ['12', 'Nope', '1', '2026-01-05', null]
    const options: Record<string, string> = { Select: '12\n1', 'Dynamic Link': 'about', Table: 'Task Item' }

    /** The stored values that the test's records have in a field of the type. */
    function valuesOf(type: string): unknown[] {
      if (type === 'Link' || type === 'Dynamic Link') return ['12', 'Nope', '1', null, null]
      if (longTexts.includes(type)) return ['12', ' Nope', long, '{"a":[1]}', '10:30']
      if (isText(type)) return words
      if (wholes.includes(type)) return [12, 0, 1, -7, 90]
      if (numbers.includes(type)) return [12.5, 0, 1, -0.0000001, 9e15]
      if (type === 'Check') return [1, 0, 1, 0, 0]
      if (type === 'Date') return ['2026-01-05', null, '0001-01-01', null, null]
      if (type === 'Datetime') return ['2026-01-05 10:00:00.000000', '2026-01-05 00:00:00.000000', null, null, null]
      if (type === 'Time') return ['10:30:00', null, null, null, null]
      if (type === 'JSON') return [{ a: [1] }, 12, 'x', [long], null]
      if (type.startsWith('Attach')) return ['https://x.example/a.png', null, 'https://x.example/b.PDF', null, null]
      return [null, null, null, null, null]
    }

    const lost = (value: unknown = null) => ({ value, lost: true })
    const kept = (value: unknown) => ({ value, lost: false })
    const when = (condition: boolean, value: unknown, otherwise: unknown = null) =>
      condition ? kept(value) : lost(otherwise)

    /** The table in the reference, value by value: the converted value of each, or `no`. */
    function outcome(from: string, to: string, value: unknown): { value: unknown; lost: boolean } | 'no' {
      const blank = [...numbers, 'Check'].includes(to) ? 0 : null
      if ([from, to].some((type) => type === 'Password' || type === 'Table')) return 'no'
      const plain = String(value)
      const target = () => when(['12', 'Nope', '1'].includes(plain), plain)
      const attached = (type: string) => type.startsWith('Attach')
      if (attached(from) || attached(to)) {
        if (!attached(from) || !attached(to)) return 'no'
        return value === null || to === 'Attach' ? kept(value) : when(/png$/.test(plain), value)
      }
      if (isText(from)) return value === null ? kept(blank) : fromText(from, to, plain, target)
      if (isText(to)) {
        const written = from === 'JSON' ? JSON.stringify(value) : plain
        if (value === null) return kept(null)
        if (to === 'Link') return when(['12', 'Nope', '1'].includes(written), written)
        return texts.includes(to) ? when(written.length <= 140, written) : kept(written)
      }
      if (numbers.includes(from) && numbers.includes(to)) {
        return wholes.includes(to)
          ? { value: Math.trunc(Number(value)) + 0, lost: !Number.isInteger(value) }
          : kept(value)
      }
      if (numbers.includes(from) && to === 'Check') return when(value === 0 || value === 1, value, 0)
      if (from === 'Check' && numbers.includes(to)) return kept(value)
      if (from === 'Date' && to === 'Datetime') return kept(value === null ? null : `${plain} 00:00:00.000000`)
      if (from === 'Datetime' && to === 'Date') {
        return value === null ? kept(null) : when(plain.endsWith('00:00:00.000000'), plain.slice(0, 10))
      }
      return 'no'
    }

    function fromText(from: string, to: string, plain: string, target: () => { value: unknown; lost: boolean }) {
      if (longTexts.includes(to)) return kept(plain)
      const line = plain.trim()
      if (to === 'Link') return when(!target().lost || ['12', 'Nope', '1'].includes(line), line)
      if (to === 'Select') return when(['12', '1'].includes(line), line)
      if (texts.includes(to)) return from === 'Link' ? kept(plain) : when(line.length <= 140, line)
      if (numbers.includes(to)) return when(/^\d+$/.test(line), Number(line), 0)
      if (to === 'Check') return when(line === '1' || line === '0', Number(line), 0)
      if (to === 'Date') return when(/^\d{4}-\d\d-\d\d$/.test(line), line)
      if (to === 'Datetime') return when(/^\d{4}-\d\d-\d\d$/.test(line), `${line} 00:00:00.000000`)
      if (to === 'Time') return when(/^\d\d:\d\d$/.test(line), `${line}:00`)
      try {
        return kept(JSON.parse(plain))
      } catch {
        return lost()
      }
    }

    let types: string[]
    let target: string
    const nameOf = (type: string) => `f_${type.toLowerCase().replaceAll(' ', '_')}`
    const fieldOf = (type: string): FieldRow => ({
      fieldname: nameOf(type),
      fieldtype: type,
      ...(type === 'Link' ? { options: target } : options[type] ? { options: options[type] } : {}),
    })

    beforeAll(async () => {
      // Types with rules of their own have a separate test below.
      types = [...(await loadFieldTypes()).values()].filter(({ isStrict }) => !isStrict).map(({ type }) => type)
      target = await define([{ fieldname: 'a' }])
      for (const id of ['12', 'Nope', '1']) await create(target, { id })
    })

    async function defineAll(): Promise<{ id: string; records: string[] }> {
      const fields = types.map((type) =>
        type === 'Select' ? { ...fieldOf(type), options: '12\nNope\n1\n2026-01-05' } : fieldOf(type),
      )
      const id = await define([{ fieldname: 'about', fieldtype: 'Link', options: 'Entity' }, ...fields])
      const records: string[] = []
      for (let n = 0; n < 5; n++) {
        const values = types.filter((type) => type !== 'Table').map((type) => [nameOf(type), valuesOf(type)[n]])
        records.push(
          (
            await create(id, {
              ...Object.fromEntries(values),
              f_json: JSON.stringify(valuesOf('JSON')[n]),
              about: target,
            })
          ).id,
        )
      }
      return { id, records }
    }

    it('is refused exactly where the table says no', async () => {
      const { id } = await defineAll()
      const fields = await fieldsOf(id)
      for (const to of types) {
        const changed = fields.map((field) =>
          field.fieldname === 'about' || field.fieldtype === to
            ? field
            : { ...field, fieldtype: to, options: fieldOf(to).options ?? null },
        )
        const answer = (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', {
          fields: changed,
        })) as {
          refused: string[]
        }
        const refused = types.filter((from) => from !== to && outcome(from, to, valuesOf(from)[0]) === 'no')
        const texts = answer.refused.filter((one) => one === '{0} cannot be changed from {1} to {2}')
        expect([to, texts.length]).toEqual([to, refused.length])
        for (const from of refused.slice(0, 3)) {
          const one = altered(nameOf(from), { fieldtype: to, options: fieldOf(to).options ?? null })
          expect(await text(reshape(id, one))).toEqual([
            ...[417, '{0} cannot be changed from {1} to {2}'],
            ...[nameOf(from), from, to],
          ])
        }
      }
    })

    it('counts the losses, and once confirmed loses exactly those', async () => {
      for (const to of types.filter((type) => type !== 'Table' && type !== 'Password')) {
        const { id, records } = await defineAll()
        const from = types.filter((type) => type !== to && outcome(type, to, valuesOf(type)[0]) !== 'no')
        const change = (fields: FieldRow[]) =>
          from.reduce(
            (rows, type) => altered(nameOf(type), { fieldtype: to, options: fieldOf(to).options ?? null })(rows),
            fields,
          )
        const expected = from.map((type) =>
          valuesOf(type).map((value) => outcome(type, to, value) as { value: unknown; lost: boolean }),
        )
        const losses = from.flatMap((type, index) => {
          const ids = records.filter((_, n) => expected[index]?.[n]?.lost)
          return ids.length > 0 ? [{ fieldname: nameOf(type), records: ids.length, samples: ids }] : []
        })
        const before = await get(id, records[0] as string)
        if (losses.length > 0) {
          const problem = await refusal(reshape(id, change))
          const told = problem.errors?.map(({ fieldname, records, samples }) => ({ fieldname, records, samples }))
          expect({ to, told }).toEqual({ to, told: losses })
          expect(await get(id, records[0] as string)).toEqual(before)
        }
        await reshape(id, change, losses.length > 0 ? { confirm_data_loss: 1 } : {})
        for (const [n, record] of records.entries()) {
          const now = await get(id, record)
          const seen = from.map((type) => [type, now[nameOf(type)]])
          expect({ to, n, seen }).toEqual({
            to,
            n,
            seen: from.map((type, index) => [type, expected[index]?.[n]?.value]),
          })
        }
        const first = await get(id, records[0] as string)
        expect(await updateRecord(site.engine, site.manager, id, first.id, first)).toEqual(first)
      }
    })

    it('tests every value where the new type has rules of its own, and loses the values that it refuses', async () => {
      const id = await define([
        ...[
          { fieldname: 'points', fieldtype: 'Int' },
          { fieldname: 'words', fieldtype: 'Data' },
        ],
        { fieldname: 'notes', fieldtype: 'Text' },
      ])
      const small = await create(id, { points: 3, words: '#1F6FEB', notes: ' 4 ' })
      const large = await create(id, { points: 12, words: 'blue', notes: '9' })
      const change = (fields: FieldRow[]) =>
        fields.map((field) => ({ ...field, fieldtype: field.fieldname === 'words' ? 'Color' : 'Rating' }))
      const problem = await refusal(reshape(id, change))
      expect(problem.errors?.map(({ fieldname, samples }) => [fieldname, samples])).toEqual([
        ['points', [large.id]],
        ['words', [large.id]],
        ['notes', [large.id]],
      ])
      await reshape(id, change, { confirm_data_loss: 1 })
      expect(await get(id, small.id)).toMatchObject({ points: 3, words: '#1f6feb', notes: 4 })
      expect(await get(id, large.id)).toMatchObject({ points: 0, words: null, notes: 0 })
    })
  })
})
