import { fold, searchFold } from '@tavla/fields/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { UniqueViolation } from './errors.ts'
import { type Sql, sql } from './sql.ts'
import type { Reader, Row, Store, TableSpec } from './store.ts'
import { eachWayToWrite } from './testing.ts'

const person: TableSpec = {
  name: 'person',
  columns: [
    { name: 'id', kind: 'text', notNull: true },
    { name: 'city', kind: 'text' },
    { name: 'age', kind: 'integer' },
    { name: 'score', kind: 'decimal' },
  ],
  indexes: [
    { name: 'id', columns: [{ name: 'id' }], unique: true },
    { name: 'city', columns: [{ name: 'city' }, { name: 'id', descending: true }] },
  ],
  search: ['id', 'city'],
}

const people: [string, string | null, number | null, number][] = [
  ['dana levi', 'תל אביב', 34, 1.5],
  ['noa bar', 'jerusalem', null, 2],
  ['o"hara 100%', 'תל אביב-יפו', 71, 2.25],
  ['snake_case', null, 7, 0],
  ['back\\slash', 'haifa', 7, -1],
]

describe('a dialect', () => {
  eachWayToWrite((open) => {
    let store: Store
    const run = (statement: Sql<Row>, reader: Reader = store) => reader.all(statement)
    const ids = async (condition: Sql<unknown>) => {
      const rows = await run(sql`select id from person where ${condition} order by rid`)
      return rows.map((row) => row.id)
    }
    const containing = (needle: string, columns = ['id', 'city']) =>
      ids(store.dialect.contains('person', columns, store.dialect.searchParam(columns, searchFold(needle))))
    const addPerson = ([id, city, age, score]: (typeof people)[number]) =>
      store.write(async (tx) => {
        const values = sql.join([id, city, age, score])
        const row = await tx.get<{ rid: number }>(
          sql`insert into person (id, city, age, score) values (${values}) returning rid`,
        )
        return row?.rid ?? 0
      })

    beforeAll(async () => {
      store = await open()
      await store.writeAlone((tx) => store.dialect.syncTable(tx, person))
      for (const one of people) await addPerson(one)
    })

    it('sorts blanks first ascending and last descending, text by code point', async () => {
      const sorted = async (column: string, descending: boolean) => {
        const order = store.dialect.order(sql`${sql.id(column)}`, descending)
        const rows = await run(sql`select ${sql.id(column)} as value from person order by ${order}, id`)
        return rows.map((row) => row.value)
      }
      expect(await sorted('age', false)).toEqual([null, 7, 7, 34, 71])
      expect(await sorted('age', true)).toEqual([71, 34, 7, 7, null])
      const cities = [null, 'haifa', 'jerusalem', 'תל אביב', 'תל אביב-יפו']
      expect(await sorted('city', false)).toEqual(cities)
      expect(await sorted('city', true)).toEqual(cities.toReversed())
    })

    it('sorts through the index of the sort order', async () => {
      await store.writeAlone(async (tx) => {
        if (store.dialect.name === 'postgres') await tx.run(sql`set local enable_sort = off`)
        const explain = sql.raw(store.dialect.name === 'postgres' ? 'explain' : 'explain query plan')
        const { order } = store.dialect
        const list = sql`select id from person order by ${order(sql`city`, true)}, ${order(sql`id`, false)}`
        const plan = JSON.stringify(await run(sql`${explain} ${list}`, tx))
        expect(plan).toContain('i_person_')
        expect(plan).not.toMatch(/Sort|TEMP B-TREE/)
      })
    })

    it('finds rows by a list of values of any length', async () => {
      const { dialect } = store
      const among = (column: string, kind: 'text' | 'integer' | 'decimal', values: (string | number)[]) =>
        ids(dialect.isOneOf(sql`${sql.id(column)}`, dialect.listParam(values), kind))
      expect(await among('city', 'text', ['haifa', 'תל אביב', 'it\'s, "quoted" {x}'])).toEqual([
        'dana levi',
        'back\\slash',
      ])
      expect(await among('age', 'integer', [7, 71])).toEqual(['o"hara 100%', 'snake_case', 'back\\slash'])
      expect(await among('score', 'decimal', [2, 2.25])).toEqual(['noa bar', 'o"hara 100%'])
      expect(await among('city', 'text', [])).toEqual([])
    })

    it('reads numbers by their keys from one parameter', async () => {
      const object = JSON.stringify({ 7: 2, 71: 5, 1000: 1 })
      const summed = sql`select sum(o.n) as n, count(*) as rows from (${store.dialect.numbersByKey(object)}) o
        join person on age = o.k where age < ${100}`
      const [{ n, rows } = {}] = (await run(summed)) as { n?: unknown; rows?: unknown }[]
      expect([Number(n), Number(rows)]).toEqual([2 + 2 + 5, 3])
    })

    it('finds text anywhere in the searched columns, in both languages', async () => {
      expect(await containing('levi')).toEqual(['dana levi'])
      expect(await containing('na le')).toEqual(['dana levi'])
      expect(await containing('אביב')).toEqual(['dana levi', 'o"hara 100%'])
      expect(await containing('ל אב')).toEqual(['dana levi', 'o"hara 100%'])
      expect(await containing('אביב', ['id'])).toEqual([])
      expect(await containing('nothing')).toEqual([])
    })

    it('takes every character of a search literally', async () => {
      expect(await containing('o"h')).toEqual(['o"hara 100%'])
      expect(await containing('00%')).toEqual(['o"hara 100%'])
      expect(await containing('a%1')).toEqual([])
      expect(await containing('e_c')).toEqual(['snake_case'])
      expect(await containing('n_v')).toEqual([])
      expect(await containing('k\\s')).toEqual(['back\\slash'])
      expect(await containing('" OR city:"')).toEqual([])
      expect(await containing("x' or '1'='1")).toEqual([])
    })

    it('folds for search as the program does, character by character', async () => {
      const letters = Array.from({ length: 0x3000 }, (_, code) => code)
        .filter((code) => code >= 32 && !/\p{Cn}/u.test(String.fromCodePoint(code)))
        .map((code) => fold(`א${String.fromCodePoint(code)}ב"`))
      const folded = store.dialect.searchFolded(sql`cast(${letters.join('\n')} as text)`)
      const [row] = await run(sql`select ${folded} as text`)
      const found = String(row?.text).split('\n')
      const wrong = letters.filter((text, at) => found[at] !== searchFold(text))
      expect(wrong).toEqual([])
    })

    it('counts the rows that match', async () => {
      const columns = ['id', 'city']
      const needle = store.dialect.searchParam(columns, 'אביב')
      expect(await run(store.dialect.countContaining('person', columns, needle))).toEqual([{ n: 2 }])
    })

    it('a search follows changed and deleted rows', async () => {
      const rid = await addPerson(['passing by', 'eilat', 1, 1])
      expect(await containing('eilat')).toEqual(['passing by'])
      await store.write((tx) => tx.run(sql`update person set city = ${'ashdod'} where rid = ${rid}`))
      expect(await containing('eilat')).toEqual([])
      expect(await containing('ashdod')).toEqual(['passing by'])
      await store.write((tx) => tx.run(sql`delete from person where rid = ${rid}`))
      expect(await containing('ashdod')).toEqual([])
      expect(await containing('levi')).toEqual(['dana levi'])
    })

    it('locks a row for the rest of a write', async () => {
      const { lockRow } = store.dialect
      const row = await store.write((tx) => tx.get(sql`select id from person where id = ${'noa bar'} ${lockRow}`))
      expect(row).toEqual({ id: 'noa bar' })
    })
  })
})

describe('table sync', () => {
  eachWayToWrite((open) => {
    let store: Store
    const task: TableSpec = {
      name: 'task',
      columns: [{ name: 'id', kind: 'text' }],
      indexes: [{ name: 'id', columns: [{ name: 'id' }] }],
      search: [],
    }
    const sync = (spec: TableSpec) => store.writeAlone((tx) => store.dialect.syncTable(tx, spec))
    const searchIds = (needle: string, columns: string[]) => {
      const { dialect } = store
      const found = dialect.contains('task', columns, dialect.searchParam(columns, searchFold(needle)))
      return store.all(sql`select id from task where ${found}`)
    }
    const indexes = async () => {
      const statement =
        store.dialect.name === 'sqlite'
          ? sql<{
              name: string
            }>`select name from sqlite_master where type = 'index' and tbl_name = 'task' order by name`
          : sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'task' order by 1`
      const rows = await store.all(statement)
      return rows.map((row) => row.name).filter((name) => /^[iug]_/.test(name))
    }

    beforeAll(async () => {
      store = await open()
      await sync(task)
    })

    it('adds columns to existing rows, and statements prepared earlier still run', async () => {
      await store.write((tx) => tx.run(sql`insert into task (id) values ('a')`))
      const everything = sql`select * from task`
      for (let i = 0; i < 3; i++) await store.all(everything)
      await sync({
        ...task,
        columns: [
          ...task.columns,
          { name: 'title', kind: 'text' },
          { name: 'done', kind: 'flag', notNull: true },
          { name: 'code', kind: 'text', notNull: true },
        ],
      })
      expect(await store.all(everything)).toEqual([{ rid: 1, id: 'a', title: null, done: 0, code: '' }])
    })

    it('adds columns with any value in existing rows, and none in later rows', async () => {
      const spec: TableSpec = {
        name: 'note',
        columns: [{ name: 'id', kind: 'text' }],
        indexes: [],
        search: [],
      }
      await sync(spec)
      await store.write((tx) => tx.run(sql`insert into note (id) values ('old')`))
      const odd = 'it\'s ? $1 \\ "שלום"\n\'); drop table note; --'
      const fills = new Map<string, string | number>([
        ['words', odd],
        ['count', -5],
        ['share', 1.5],
      ])
      const columns = [
        ...spec.columns,
        { name: 'words', kind: 'text' as const },
        { name: 'count', kind: 'integer' as const, notNull: true },
        { name: 'share', kind: 'decimal' as const },
      ]
      await store.writeAlone((tx) => store.dialect.syncTable(tx, { ...spec, columns }, fills))
      await store.write((tx) =>
        tx.run(sql`insert into note (id, words, count, share) values ('new', ${null}, ${0}, ${null})`),
      )
      expect(await store.all(sql`select id, words, count, share from note order by rid`)).toEqual([
        { id: 'old', words: odd, count: -5, share: 1.5 },
        { id: 'new', words: null, count: 0, share: null },
      ])
    })

    it('sets columns of many rows at once', async () => {
      const columns = [
        { name: 'words', kind: 'text' as const },
        { name: 'count', kind: 'integer' as const },
      ]
      await store.writeAlone((tx) =>
        store.dialect.setRows(tx, 'note', columns, [
          [1, "שלום 'x'", 9007199254740991],
          [2, null, -1],
          [99, 'nowhere', 1],
        ]),
      )
      expect(await store.all(sql`select words, count from note order by rid`)).toEqual([
        { words: "שלום 'x'", count: 9007199254740991 },
        { words: null, count: -1 },
      ])
    })

    it('changes nothing when the specification is unchanged', async () => {
      const before = await indexes()
      await sync(task)
      expect(await indexes()).toEqual(before)
      expect(before).toHaveLength(1)
    })

    it('creates new indexes, rebuilds changed ones and drops its own obsolete ones', async () => {
      const [first] = await indexes()
      await store.writeAlone((tx) => tx.run(sql`create index mine on task (id)`))
      await sync({ ...task, indexes: [{ name: 'id', columns: [{ name: 'id' }], unique: true }] })
      const after = await indexes()
      expect(after).toHaveLength(1)
      expect(after[0]).toMatch(/^u_task_/)
      expect(after).not.toContain(first)
      await expect(store.write((tx) => tx.run(sql`insert into task (id) values ('a')`))).rejects.toThrow(
        UniqueViolation,
      )
      await sync({ ...task, indexes: [] })
      expect(await indexes()).toEqual([])
      await expect(store.writeAlone((tx) => tx.run(sql`drop index mine`))).resolves.toBeDefined()
    })

    it('fills a new search index from the rows, and rebuilds it when its columns change', async () => {
      const columns = [...task.columns, { name: 'title', kind: 'text' as const }]
      await store.write((tx) => tx.run(sql`update task set title = 'ברוכים הבאים'`))
      await sync({ ...task, columns, search: ['title'] })
      expect(await searchIds('הבאים', ['title'])).toEqual([{ id: 'a' }])
      await sync({ ...task, columns, search: ['id', 'title'] })
      expect(await searchIds('ברוכים', ['id', 'title'])).toEqual([{ id: 'a' }])
      await sync({ ...task, columns, search: [] })
      expect((await indexes()).filter((name) => name.startsWith('g_'))).toEqual([])
    })

    it('rebuilds the search index after many rows were filled at once', async () => {
      const spec = { ...task, columns: [...task.columns, { name: 'title', kind: 'text' as const }], search: ['title'] }
      await sync(spec)
      await store.writeAlone(async (tx) => {
        await tx.run(sql`update task set title = 'filled later'`)
        await store.dialect.rebuildSearch(tx, spec)
      })
      expect(await searchIds('later', ['title'])).toEqual([{ id: 'a' }])
    })

    it('renames and drops columns, even indexed ones', async () => {
      await sync({
        ...task,
        indexes: [{ name: 'title', columns: [{ name: 'title' }] }],
        columns: [...task.columns, { name: 'title', kind: 'text' }],
      })
      await store.writeAlone((tx) => store.dialect.renameColumn(tx, 'task', 'title', 'title_r1'))
      expect(await store.get(sql`select title_r1 from task`)).toEqual({ title_r1: 'filled later' })
      await store.writeAlone((tx) => store.dialect.dropColumn(tx, 'task', 'title_r1'))
      await expect(store.get(sql`select title_r1 from task`)).rejects.toThrow('title_r1')
    })

    it('leaves nothing behind when it fails half way', async () => {
      const failing = store.writeAlone(async (tx) => {
        await store.dialect.syncTable(tx, { ...task, name: 'half', search: ['id'] })
        throw new Error('No')
      })
      await expect(failing).rejects.toThrow('No')
      expect(await store.dialect.hasTable(store, 'half')).toBe(false)
    })

    it('drops a table with its indexes', async () => {
      await sync({ ...task, name: 'gone', search: ['id'] })
      expect(await store.dialect.hasTable(store, 'gone')).toBe(true)
      await store.writeAlone((tx) => store.dialect.dropTable(tx, 'gone'))
      expect(await store.dialect.hasTable(store, 'gone')).toBe(false)
      await sync({ ...task, name: 'gone', search: ['id'] })
    })

    it('accepts reserved words and the longest names', async () => {
      const long = 'x'.repeat(63)
      await sync({
        name: long,
        columns: [
          { name: 'order', kind: 'text' },
          { name: 'user', kind: 'text' },
          { name: 'rank', kind: 'text' },
          { name: long.replace('x', 'y'), kind: 'text' },
        ],
        indexes: [{ name: 'a', columns: [{ name: 'order' }, { name: 'user', descending: true }] }],
        search: ['rank', 'user'],
      })
      expect(await store.dialect.hasTable(store, long)).toBe(true)
    })

    it('refuses invalid names', async () => {
      for (const name of ['Task', 'ta sk', '1st', '', 'x'.repeat(64), 'a"b', 'a;drop']) {
        await expect(sync({ ...task, name })).rejects.toThrow('Not a name')
        await expect(sync({ ...task, columns: [{ name, kind: 'text' }] })).rejects.toThrow('Not a name')
      }
      await expect(sync({ ...task, columns: [{ name: 'rid', kind: 'text' }] })).rejects.toThrow('exists twice')
      await expect(sync({ ...task, search: ['nothing'] })).rejects.toThrow('has no column nothing')
    })
  })
})
