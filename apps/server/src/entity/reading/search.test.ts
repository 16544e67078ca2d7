import { fold } from '@tavla/fields/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { deleteRecord, linkSuggestions, updateRecord } from '../index.ts'
import { listTests } from '../testing-lists.ts'

eachStore((open) => {
  const { site, list, create, define, idsOf } = listTests(open)

  describe('searching', () => {
    const random = seeded(20_260_105)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
    const letters = [...'אבגדהולםן abAB ÄäßİıΣςσ %_\\\'"*-'.split(''), '😀', 'e\u0301', '\u200f']
    const word = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(letters)).join('')
    const rows = Array.from({ length: 150 }, (_, index) => ({
      id: `r${index}`,
      title: word(10).trim() || 'x',
      note: random() < 0.2 ? null : word(30),
    }))
    const terms = Array.from({ length: 120 }, (_, index) => {
      const [row] = [pick(rows)]
      const text = [...(index % 2 === 0 ? (row.note ?? row.title) : row.title)]
      const start = Math.floor(random() * text.length)
      const from = text.slice(start, start + 1 + Math.floor(random() * 8)).join('')
      return index % 5 === 0 ? word(4) : from
    })
    const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&')

    beforeAll(async () => {
      await define('Indexed', [{ fieldname: 'title' }, { fieldname: 'note', fieldtype: 'Text' }])
      await define('Plain', [{ fieldname: 'title' }, { fieldname: 'note', fieldtype: 'Long Text' }])
      for (const row of rows) for (const entity of ['Indexed', 'Plain']) await create(entity, row)
    })

    it('with and without the index finds only records that contain the text', async () => {
      for (const term of terms) {
        const needle = fold(term)
        const holds = (text: string | null) => text !== null && fold(text).includes(needle)
        const pattern = ['like', `%${escaped(term)}%`]
        const byNote = rows.filter((row) => holds(row.note?.trim() ? row.note : null)).map((row) => row.id)
        const byBoth = rows.filter((row) => holds(row.title) || byNote.includes(row.id)).map((row) => row.id)
        for (const entity of ['Indexed', 'Plain']) {
          const one = await list(entity, { filters: { note: pattern }, limit_page_length: 500 })
          expect([term, entity, one.data.map((row) => row.id).toSorted()]).toEqual([term, entity, byNote.toSorted()])
          expect([term, entity, one.count]).toEqual([term, entity, byNote.length])
          const any = { title: pattern, note: pattern }
          const both = await idsOf(entity, { or_filters: any, limit_page_length: 500 })
          expect([term, entity, both.toSorted()]).toEqual([term, entity, byBoth.toSorted()])
          const narrowed = { or_filters: any, filters: { id: ['like', 'r1%'] }, limit_page_length: 500 }
          const some = byBoth.filter((id) => id.startsWith('r1')).toSorted()
          expect([term, entity, (await idsOf(entity, narrowed)).toSorted()]).toEqual([term, entity, some])
        }
      }
    })

    it('follows changes and deletions', async () => {
      const found = () => idsOf('Indexed', { filters: { note: ['like', '%needle here%'] } })
      const { id } = await create('Indexed', { id: 'new', title: 'x', note: 'a NEEDLE here' })
      expect(await found()).toEqual([id])
      await updateRecord(site.engine, site.staff, 'Indexed', id, { note: 'gone' })
      expect(await found()).toEqual([])
      await updateRecord(site.engine, site.staff, 'Indexed', id, { note: 'needle HERE' })
      expect(await found()).toEqual([id])
      await deleteRecord(site.engine, site.staff, 'Indexed', id)
      expect(await found()).toEqual([])
    })

    it('for a link puts the intended record first', async () => {
      await define('Person', [{ fieldname: 'name' }, { fieldname: 'disabled', fieldtype: 'Check' }], {
        title_field: 'name',
        search_fields: 'name',
      })
      for (const [id, name, disabled] of [
        ['p1', 'Big Dan', 0],
        ['p2', 'Daniel', 0],
        ['p3', 'DAN', 0],
        ['p4', 'Dan gone', 1],
        ['p5', '100% Dan_iel', 0],
      ] as const) {
        await create('Person', { id, name, disabled })
      }
      const search = async (txt: unknown) =>
        (await linkSuggestions(site.engine, site.staff, { entity: 'Person', txt })).map((one) => one.value)
      expect(await search(' dan ')).toEqual(['p3', 'p2', 'p5', 'p1'])
      expect(await search('')).toEqual(['p5', 'p3', 'p2', 'p1'])
      expect(await search('0%')).toEqual(['p5'])
      expect(await search('n_i')).toEqual(['p5'])
      expect(await search('x\0')).toEqual([])
      expect(await search({ $ne: 1 })).toHaveLength(4)
    })

    it('for a link shows the titles of linked records', async () => {
      const named = { title_field: 'name' }
      await define('Maker', [{ fieldname: 'name' }], named)
      await define(
        'Ware',
        [{ fieldname: 'name' }, { fieldname: 'by', fieldtype: 'Link', options: 'Maker', in_list_view: 1 }],
        named,
      )
      await create('Maker', { id: 'm-0001', name: 'Ovens & Sons' })
      await create('Ware', { id: 'w1', name: 'Bread', by: 'm-0001' })
      const suggested = await linkSuggestions(site.engine, site.staff, { entity: 'Ware', txt: 'bre' })
      expect(suggested).toEqual([{ value: 'w1', label: 'Bread', description: 'Ovens & Sons' }])
    })
  })
})

/** A seeded generator of numbers from 0 to 1, the same on each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
