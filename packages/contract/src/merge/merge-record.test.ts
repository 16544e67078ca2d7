import { describe, expect, it } from 'vitest'
import type { Choose, MergeField } from './clash.ts'
import { mergeRecord } from './merge-record.ts'

const columns: readonly MergeField[] = [
  { fieldname: 'title', kind: 'value' },
  { fieldname: 'hours', kind: 'value' },
  { fieldname: 'pin', kind: 'secret' },
]
const fields: readonly MergeField[] = [
  { fieldname: 'subject', kind: 'value' },
  { fieldname: 'status', kind: 'value' },
  { fieldname: 'config', kind: 'value' },
  { fieldname: 'api_key', kind: 'secret' },
  { fieldname: 'checklist', kind: 'table', columns },
]

type Record_ = Record<string, unknown>
const merge = (base: Record_, theirs: Record_, mine: Record_, choose?: Choose) =>
  mergeRecord({ fields, base, theirs, mine }, choose)
const rows = (base: unknown, theirs: unknown, mine: unknown, choose?: Choose) => {
  const known = base === undefined ? {} : { checklist: base }
  const { values, clashes } = merge(known, { checklist: theirs }, { checklist: mine }, choose)
  return { rows: values.checklist as Record_[], clashes }
}
const row = (id: string, title: string, hours = 1) => ({ id, title, hours })
const titles = (list: readonly Record_[]) => list.map(({ title }) => title).join(' ')

describe('a field', () => {
  it('takes the value of the side that changed it', () => {
    const { values, clashes } = merge(
      { subject: 'a', status: 'Open' },
      { subject: 'a', status: 'Done' },
      { subject: 'b', status: 'Open' },
    )
    expect([values, clashes]).toEqual([{ subject: 'b', status: 'Done' }, []])
  })

  it('that both changed alike is no clash', () => {
    expect(merge({ subject: 'a' }, { subject: 'b' }, { subject: ' b ' })).toEqual({
      values: { subject: 'b' },
      clashes: [],
    })
  })

  it('that both changed differently is a clash, with mine in its place until another is chosen', () => {
    const sides = [{ status: 'Open' }, { status: 'Done' }, { status: 'Working' }] as const
    const clash = { fieldname: 'status', base: 'Open', theirs: 'Done', mine: 'Working' }
    expect(merge(...sides)).toEqual({ values: { status: 'Working' }, clashes: [clash] })
    expect(merge(...sides, () => 'theirs').values).toEqual({ status: 'Done' })
    expect(merge(...sides, () => ({ value: 'Cancelled' })).values).toEqual({ status: 'Cancelled' })
  })

  it('without a base clashes when the stored value differs', () => {
    expect(merge({}, { status: 'Done' }, { status: 'Working' }).clashes).toEqual([
      { fieldname: 'status', theirs: 'Done', mine: 'Working' },
    ])
    expect(merge({}, { status: 'Done' }, { status: 'Done' }).clashes).toEqual([])
  })

  it('compares JSON deeply, text without its ends, and blank as null', () => {
    const same = merge(
      { config: { a: [1, { b: 2 }] }, subject: null },
      { config: { a: [1, { b: 2 }] }, subject: '' },
      { config: { a: [3] }, subject: 'x' },
    )
    expect(same).toEqual({ values: { config: { a: [3] }, subject: 'x' }, clashes: [] })
    expect(merge({ config: { a: 1 } }, { config: { a: 2 } }, { config: { b: 1 } }).clashes).toHaveLength(1)
  })

  it('of a password takes mine and is never compared', () => {
    const { values, clashes } = merge({ api_key: '********' }, { api_key: '********' }, { api_key: 'new' })
    expect([values, clashes]).toEqual([{ api_key: 'new' }, []])
  })

  it('that only the other side has is left out, and so are unknown ones', () => {
    expect(merge({}, { subject: 'theirs', status: 'Done' }, { other: 1 })).toEqual({ values: {}, clashes: [] })
  })
})

describe('rows', () => {
  const base = [row('a', 'A'), row('b', 'B'), row('c', 'C')]

  it('merge column by column', () => {
    const merged = rows(base, [row('a', 'A2'), base[1], base[2]], [row('a', 'A', 5), base[1], base[2]])
    expect(merged).toEqual({ rows: [row('a', 'A2', 5), base[1], base[2]], clashes: [] })
  })

  it('clash in the column that both changed', () => {
    const merged = rows(base, [row('a', 'A', 2), base[1], base[2]], [row('a', 'A', 3), base[1], base[2]])
    expect(merged.clashes).toEqual([
      { fieldname: 'checklist', row: 'a', row_field: 'hours', base: 1, theirs: 2, mine: 3 },
    ])
  })

  it('that either side added stay, mine after theirs', () => {
    const merged = rows(base, [...base, row('t', 'T')], [...base, { title: 'M', hours: 1 }])
    expect([titles(merged.rows), merged.clashes]).toEqual(['A B C T M', []])
  })

  it('added in the middle stay behind their own neighbour', () => {
    const merged = rows(base, [base[0], row('t', 'T'), base[1], base[2]], [base[0], { title: 'M' }, base[1], base[2]])
    expect(titles(merged.rows)).toBe('A T M B C')
    expect(titles(rows(base, base, [{ title: 'M' }, ...base]).rows)).toBe('M A B C')
  })

  it('that one side removed and the other left alone are gone', () => {
    expect(titles(rows(base, [base[0], base[2]], [base[0], base[1], row('c', 'C2')]).rows)).toBe('A C2')
    expect(titles(rows(base, [row('a', 'A2'), base[1], base[2]], [base[0], base[2]]).rows)).toBe('A2 C')
    expect(rows(base, [base[0]], [base[2]])).toEqual({ rows: [], clashes: [] })
  })

  it('that one side removed and the other changed are a clash of the whole row', () => {
    const changed = row('b', 'B2')
    const theirsGone = rows(base, [base[0], base[2]], [base[0], changed, base[2]])
    const clash = { fieldname: 'checklist', row: 'b', row_field: null, base: base[1] }
    expect(theirsGone.clashes).toEqual([{ ...clash, theirs: null, mine: changed }])
    expect(titles(theirsGone.rows)).toBe('A B2 C')
    const mineGone = rows(base, [base[0], changed, base[2]], [base[0], base[2]])
    expect(mineGone.clashes).toEqual([{ ...clash, theirs: changed, mine: null }])
    expect(titles(mineGone.rows)).toBe('A C')
    expect(titles(rows(base, [base[0], changed, base[2]], [base[0], base[2]], () => 'theirs').rows)).toBe('A B2 C')
  })

  it('stand in the order of the side that moved them, and in theirs when both did', () => {
    const [a, b, c] = base
    expect(titles(rows(base, [c, a, b], [row('a', 'A2'), b, c]).rows)).toBe('C A2 B')
    expect(titles(rows(base, [row('a', 'A2'), b, c], [c, b, a]).rows)).toBe('C B A2')
    expect(titles(rows(base, [c, a, b], [b, a, c]).rows)).toBe('C A B')
    expect(titles(rows(base, [a, b, c, row('t', 'T')], [c, b, a, { title: 'M' }]).rows)).toBe('C T B A M')
  })

  it('without a base clash as a whole, unless they are equal', () => {
    expect(rows(undefined, base, base).clashes).toEqual([])
    expect(rows('rows', base, [base[0]]).clashes).toEqual([{ fieldname: 'checklist', theirs: base, mine: [base[0]] }])
  })

  it('keep a column that was not sent', () => {
    const theirs = [{ ...row('a', 'A'), secret_note: 'x' }]
    expect(rows([row('a', 'A')], theirs, [{ id: 'a', hours: 4 }]).rows).toEqual([
      { id: 'a', title: 'A', hours: 4, secret_note: 'x' },
    ])
  })

  it('tell no password in a clash', () => {
    const mine = [{ ...row('a', 'A2'), pin: '1234' }]
    const { rows: merged, clashes } = rows([{ ...row('a', 'A'), pin: null }], [], mine)
    expect(JSON.stringify(clashes)).not.toContain('1234')
    expect(merged).toEqual(mine)
  })

  it('with one id twice: the second is a new row', () => {
    expect(titles(rows([row('a', 'A')], [row('a', 'A2')], [row('a', 'A'), row('a', 'copy')]).rows)).toBe('A2 copy')
  })

  it('that are no rows count as none', () => {
    expect(rows(base, base, null)).toEqual({ rows: [], clashes: [] })
    expect(rows([1, null], [row('t', 'T')], [null, 'x']).rows).toEqual([row('t', 'T')])
  })
})

describe('thousands of generated merges', () => {
  it('let nothing disappear that no clash shows', () => {
    for (let seed = 1; seed <= 4000; seed++) checkMerge(seed)
  })

  it('change none of the sides', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const sides = generatedSides(seed)
      const before = JSON.stringify(sides)
      mergeRecord({ fields, ...sides })
      expect(JSON.stringify(sides)).toBe(before)
    }
  })
})

/** A small generator that gives the same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Sides {
  base: Record_
  theirs: Record_
  mine: Record_
}

/** A record, and the states into which two people bring it by changing, adding, removing and moving. */
function generatedSides(seed: number): Sides {
  const random = randomOf(seed)
  const word = () => 'abcdef'[random(6)] ?? ''
  const base = {
    subject: word(),
    status: word(),
    checklist: Array.from({ length: random(5) }, (_, index) => row(`r${index}`, word(), random(3))),
  }
  const changed = (by: string) => {
    let list: Record_[] = base.checklist.flatMap((one): Record_[] => {
      if (random(5) === 0) return []
      return [{ ...one, ...(random(3) === 0 && { title: word() }), ...(random(3) === 0 && { hours: random(3) }) }]
    })
    if (random(4) === 0) list = list.toReversed()
    for (let n = random(3); n > 0; n--) {
      list.splice(random(list.length + 1), 0, {
        ...row(`${by}${n}`, `new ${by}${n}`),
        ...(by === 'm' && { id: undefined }),
      })
    }
    return {
      ...{ subject: random(2) ? word() : base.subject, status: random(2) ? word() : base.status },
      checklist: list,
    }
  }
  return { base, theirs: changed('t'), mine: changed('m') }
}

function checkMerge(seed: number): void {
  const { base, theirs, mine } = generatedSides(seed)
  const { values, clashes } = mergeRecord({ fields, base, theirs, mine })
  const why = `seed ${seed}`
  for (const name of ['subject', 'status']) {
    const clash = clashes.find(({ fieldname }) => fieldname === name)
    if (clash) expect(clash, why).toEqual({ fieldname: name, base: base[name], theirs: theirs[name], mine: mine[name] })
    for (const side of [theirs, mine]) {
      if (side[name] !== base[name] && !clash) expect(values[name], why).toBe(side[name])
    }
  }
  const [was, others, ours, merged] = [base, theirs, mine, values].map(({ checklist }) => checklist as Record_[]) as [
    Record_[],
    Record_[],
    Record_[],
    Record_[],
  ]
  // Each new row of either side is there, once, and those of one side keep their order.
  const added = (list: Record_[], by: string): string[] =>
    list.flatMap(({ title }) => (String(title).startsWith(`new ${by}`) ? [String(title)] : []))
  for (const by of ['t', 'm']) {
    expect(added(merged, by).toSorted(), why).toEqual(added(by === 't' ? others : ours, by).toSorted())
  }
  for (const former of was) checkRow(former, { others, ours, merged }, clashes, why)
  expect(new Set(merged.flatMap(({ id }) => id ?? [])).size, why).toBe(merged.filter(({ id }) => id).length)
}

function checkRow(
  former: Record_,
  { others, ours, merged }: { others: Record_[]; ours: Record_[]; merged: Record_[] },
  clashes: readonly { row?: string; row_field?: string | null }[],
  why: string,
): void {
  const find = (list: Record_[]) => list.find(({ id }) => id === former.id)
  const [theirRow, myRow, mergedRow] = [find(others), find(ours), find(merged)]
  const isChanged = (one: Record_ | undefined) =>
    one !== undefined && ['title', 'hours'].some((name) => one[name] !== former[name])
  const isShown = (column: string | null) => clashes.some((one) => one.row === former.id && one.row_field === column)
  if (!theirRow || !myRow) {
    expect(isShown(null), why).toBe(isChanged(theirRow) || isChanged(myRow))
    if (!isShown(null)) expect(mergedRow, why).toBeUndefined()
    return
  }
  for (const name of ['title', 'hours']) {
    const changes = [theirRow, myRow].filter((one) => one[name] !== former[name]).map((one) => one[name])
    expect(isShown(name), why).toBe(changes.length === 2 && changes[0] !== changes[1])
    if (!isShown(name)) expect(mergedRow?.[name], why).toBe(changes[0] ?? former[name])
  }
}
