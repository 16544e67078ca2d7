import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eachWayToWrite } from '../../store/testing.ts'
import { canReadRecord, getRecord, linkSuggestions, listRecords } from '../index.ts'
import { definitionTests, renamed, without } from './testing.ts'

eachWayToWrite((open) => {
  const { site, create, define, reshape } = definitionTests(open)
  const note = { fieldname: 'note', label: 'Note', fieldtype: 'Data', in_list_view: 1 }

  describe('reading while the definition changes', () => {
    it('never fails: a reader sees the record under one definition or the next', async () => {
      const name = { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 }
      const entity = await define([name, note], { title_field: 'name' })
      const { id } = await create(entity, { name: 'First', note: 'said' })
      const { engine, staff } = site
      const reads = [
        async () => (await getRecord(engine, staff, entity, id)).name,
        async () => (await listRecords(engine, staff, entity, {})).data[0]?.name,
        // Too large an offset for an index, so a reader thread runs it.
        async () => (await listRecords(engine, staff, entity, { order_by: 'name asc' })).data[0]?.name,
        async () => (await linkSuggestions(engine, staff, { entity, txt: 'fir' })).length > 0 && 'First',
        async () => (await canReadRecord(engine, staff, entity, id)) && 'First',
      ]
      const seen = new Set<unknown>()
      let isOver = false
      const readOn = async (read: () => Promise<unknown>) => {
        while (!isOver) {
          seen.add(await read())
          await turn()
        }
      }
      const reading = Promise.all(reads.map(readOn))
      const changing = async () => {
        for (let round = 0; round < 4; round++) {
          await reshape(entity, renamed('note', 'remark'))
          await reshape(entity, without('remark'), { confirm_data_loss: 1 })
          await reshape(entity, (fields) => [...fields, note])
        }
      }
      await Promise.race([changing(), reading]).finally(() => {
        isOver = true
      })
      await reading
      expect([...seen]).toEqual(['First'])
    })
  })
})
