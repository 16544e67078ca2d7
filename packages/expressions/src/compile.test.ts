import { describe, expect, test } from 'vitest'
import {
  compileExpression,
  ExpressionFault,
  type ExpressionInput,
  type Names,
  replaceNames,
  type ValueKind,
} from './index.ts'

const lines = {
  columns: new Map<string, ValueKind>([
    ['amount', 'number'],
    ['item', 'text'],
    ['done', 'bool'],
  ]),
}

const names: Names = {
  fields: new Map<string, ValueKind | typeof lines>([
    ['id', 'text'],
    ['type', 'text'],
    ['cel', 'text'],
    ['status', 'text'],
    ['total', 'number'],
    ['tax', 'number'],
    ['paid', 'bool'],
    ['due', 'date'],
    ['in', 'number'],
    ['constructor', 'text'],
    ['lines', lines],
  ]),
  hasContext: true,
  hasOld: true,
}

const input: ExpressionInput = {
  values: {
    id: 'Q-1',
    type: 'Firm',
    status: 'Open',
    total: 100,
    tax: 17,
    paid: 1,
    due: '2026-03-31',
    lines: [
      { amount: 1.5, item: 'Chai', done: 1 },
      { amount: 2, item: 'Tofu', done: 0 },
    ],
  },
  old: { status: 'New', lines: [{ amount: 7 }] },
  context: { user: 'noa@example.com', roles: ['Clerk'], today: '2026-03-01', now: '2026-03-01 09:00:00', isNew: false },
}

const resultOf = (text: string, kind: ValueKind, given = input) => compileExpression(text, names, kind).run(given)
const number = (text: string) => resultOf(text, 'number')
const bool = (text: string) => resultOf(text, 'bool')

function faultOf(text: string, kind: ValueKind = 'bool', of = names) {
  try {
    compileExpression(text, of, kind)
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error
    const { message, suggestion, place } = error
    return { message, suggestion, at: text.slice(place.start, place.end), ...place }
  }
  throw new Error(`${text} is accepted`)
}

describe('values', () => {
  test.each<[string, number]>([
    ['total + tax * 2', 134],
    ['size(lines) * 2', 4],
    ['lines.size() + size("שלום")', 6],
    ['paid ? total : 0', 100],
    ['sum(lines.map(l, l.amount))', 3.5],
    ['sum(lines.filter(l, l.done).map(l, l.amount))', 1.5],
    ['sum(lines.map(l, l.done, l.amount))', 1.5],
    ['avg(lines.map(l, l.amount))', 1.75],
    ['lowest(lines.map(l, l.amount)) + highest(lines.map(l, l.amount))', 3.5],
    ['sum(lines.filter(l, false).map(l, l.amount))', 0],
    ['round(1.005, 2)', 1.01],
    ['round(0 - 2.5, 0)', -3],
    ['round(1e-7, 3) + round(123456.789, 0 - 2)', 123500],
    ['total / 0', 0],
    ['total % 30', 10],
    ['days_between(ctx.today, due)', 30],
    ['days_between("2026-03-30", due) + days_between("", due) + days_between("never", due)', 1],
    ['year(due) * 100 + month("2026-07-01")', 202_607],
    ['floor(1.7) + ceil(1.2) + abs(0 - 3)', 6],
    ['double("2.5") + 1', 3.5],
    ['sum(old.lines.map(l, l.amount))', 7],
  ])('%s is %d', (text, value) => expect(number(text)).toEqual({ value }))

  test.each<[string, boolean]>([
    ['status == "Open" && !(total > 200)', true],
    ['status in ["Open", "New"]', true],
    ['type == "Firm"', true],
    ['cel == "" && type != ""', true],
    ['due > "2026-01-01" && "2026-12-31" > due && due != ""', true],
    ['due < ctx.today || due == date_of("2026-03-31 10:00:00")', true],
    ['is_set(due) && is_set(0) && is_set(false) && !is_set(cel)', true],
    ['"Clerk" in ctx.roles && ctx.user.endsWith("@example.com") && !ctx.is_new', true],
    ['old.status != status', true],
    ['lines.all(l, l.amount > 0) && lines.exists(l, l.item.startsWith("T"))', true],
    ['lines.exists_one(l, l.done)', true],
    ['lines.exists(total, total.amount > 1.9)', true],
    ['lower("ABC") == "abc" && upper("a") == "A" && " a ".trim() == "a"', true],
    ['string(total) == "100"', true],
  ])('%s is %s', (text, value) => expect(bool(text)).toEqual({ value }))

  test.each<[string, string]>([
    ['add_days(due, 1)', '2026-04-01'],
    ['add_months(due, 0 - 1)', '2026-02-28'],
    ['add_months("2024-01-31 08:30:00", 1)', '2024-02-29 08:30:00'],
    ['add_days("", 3)', ''],
    ['add_days(due, 1e9)', ''],
    ['date_of(ctx.now)', '2026-03-01'],
  ])('%s is the date %s', (text, value) => expect(resultOf(text, 'date')).toEqual({ value }))

  test('blank values are 0, false and empty texts', () => {
    const blank = { values: { total: null, lines: null } }
    expect(resultOf('total + size(lines) + sum(lines.map(l, l.amount))', 'number', blank)).toEqual({ value: 0 })
    expect(resultOf('status + type', 'text', blank)).toEqual({ value: '' })
    expect(resultOf('paid || due != ""', 'bool', blank)).toEqual({ value: false })
  })

  test('a row knows its parent', () => {
    const row: Names = { fields: lines.columns, parent: names.fields }
    const share = compileExpression('parent.total == 0 ? 0 : amount / parent.total', row, 'number')
    expect(share.run({ values: { amount: 25 }, parent: input.values })).toEqual({ value: 0.25 })
    expect(
      compileExpression('parent.lines.exists(l, l.done)', row, 'bool').run({ values: {}, parent: input.values }),
    ).toEqual({ value: true })
  })
})

describe('faults', () => {
  test.each<[string, string, string]>([
    ['totl > 1', 'Unknown name: totl', 'totl'],
    ['lines.exists(l, l.amont > 1)', 'Unknown name: amont', 'amont'],
    ['old.stat == ""', 'Unknown name: stat', 'stat'],
    ['ctx.usr == ""', 'Unknown name: usr', 'usr'],
    ['parent.total > 1', 'Unknown name: parent', 'parent'],
    ['total.x > 1', 'Unknown name: x', 'x'],
    ['rund(total, 1) > 1', 'Unknown name: rund', 'rund'],
    ['status.indexOf("a") > 1', 'Unknown name: indexOf', 'indexOf'],
    ['total + paid > 1', 'total and paid do not go together.', 'total + paid'],
    ['paid ? total : "x"', 'total and "x" do not go together.', 'paid ? total : "x"'],
    ['round(status, 2) > 1', 'round and status, 2 do not go together.', 'round(status, 2)'],
    ['status in ["a", 1]', '"a" and 1 do not go together.', '1'],
    ['constructor == ""', 'Unknown name: constructor', 'constructor'],
    ['old.constructor == ""', 'Unknown name: constructor', 'constructor'],
    ['-paid > 1', '- and paid do not go together.', '-paid'],
    ['status.matches("(a+)+$")', 'matches is not available here.', 'matches'],
    ['cel.bind(x, total, x > 1)', 'cel.bind is not available here.', 'bind'],
    ['timestamp(status) == timestamp(status)', 'timestamp is not available here.', 'timestamp'],
    ['int(status) > 1', 'int is not available here.', 'int'],
    ['lines[0].done', '[ is not available here.', 'lines[0]'],
    ['{"a": 1} == {}', '{ is not available here.', '{"a": 1}'],
    ['status == null', 'null is not available here.', 'null'],
    ['total == 5u', '5u is not available here.', '5u'],
    ['lines.all(l, lines.all(m, m.done))', 'all is not available here.', 'all'],
    ['total', 'This must be true or false.', 'total'],
    ['paid && total', 'This must be true or false.', 'total'],
    ['total ? paid : paid', 'This must be true or false.', 'total'],
    ['total + ', 'The expression ends too early.', ''],
    ['status == "Open', 'The expression ends too early.', '"Open'],
    ['total > 1 )', ') is not understood.', ')'],
    ['total @ 1', '@ is not understood.', '@'],
    ['lines.all(1, true)', '1 is not understood.', '1'],
    ['in > 1', 'in is not understood.', 'in'],
    ['"\\q" == status', '\\q is not understood.', '\\q'],
    ['', 'The expression ends too early.', ''],
  ])('%s: %s', (text, message, at) => {
    const fault = faultOf(text)
    expect(fault.message).toBe(message)
    expect(fault.at).toBe(at)
  })

  test('the nearest name is suggested', () => {
    expect(faultOf('totl > 1').suggestion).toBe('total')
    expect(faultOf('rund(total, 1) > 1').suggestion).toBe('round')
    expect(faultOf('something > 1').suggestion).toBeUndefined()
  })

  test('each kind of result has its sentence', () => {
    expect(faultOf('paid', 'number').message).toBe('This must be a number.')
    expect(faultOf('total', 'text').message).toBe('This must be a text.')
    expect(faultOf('status', 'date').message).toBe('This must be a date.')
    expect(faultOf('lines', 'number').message).toBe('This must be a number.')
  })

  test('places count UTF-16 units behind Hebrew and emoji', () => {
    expect(faultOf('status == "שלום 😀" && totl > 1')).toMatchObject({ start: 23, end: 27, at: 'totl' })
  })

  test('brackets, length and lists are bounded', () => {
    const tooMuch = 'This expression is too long or too deep.'
    expect(faultOf('('.repeat(2000)).message).toBe(tooMuch)
    expect(faultOf(`${'!'.repeat(1990)}paid`).message).toBe(tooMuch)
    expect(faultOf(`${'('.repeat(17)}paid${')'.repeat(17)}`).message).toBe(tooMuch)
    expect(bool(`${'('.repeat(16)}paid${')'.repeat(16)}`)).toEqual({ value: true })
    expect(faultOf(`paid${' '.repeat(2000)}`).message).toBe(tooMuch)
    expect(faultOf(`total in [${Array.from({ length: 51 }, (_, n) => n).join()}]`).message).toBe(tooMuch)
    expect(number(Array.from({ length: 90 }, () => 'tax').join(' + '))).toEqual({ value: 90 * 17 })
    expect(faultOf(Array.from({ length: 110 }, () => 'tax').join(' + '), 'number').message).toBe(tooMuch)
  })
})

test('no run goes through a long text for each of many rows', () => {
  const rows = Array.from({ length: 500 }, () => ({ item: 'x', amount: 1 }))
  const given = { ...input, values: { status: 'y'.repeat(1_000_000), lines: rows } }
  const parts = ['size(status) > 9', '!status.contains(l.item)', 'lower(status) != "a"', 'status.trim() != "b"']
  for (const part of parts) {
    const [once, many] = [part.replace('l.item', '"x"'), `lines.all(l, ${part})`]
    expect([part, resultOf(once, 'bool', given)]).toEqual([part, { value: true }])
    expect([part, resultOf(many, 'bool', given)]).toEqual([part, { failed: expect.stringContaining('too much text') }])
  }
  expect(number('size("a😀\ud800b") + size(status)')).toEqual({ value: 8 })
})

describe('names', () => {
  test('all of an expression are told, macro variables are not', () => {
    const { uses } = compileExpression(
      'old.status != status && lines.all(status, status.amount > total)',
      names,
      'bool',
    )
    expect(uses.map(({ path }) => path)).toEqual(['old.status', 'status', 'lines', 'lines.amount', 'total'])
  })

  test('they are replaced where they stand, texts and macro variables stay', () => {
    const text = 'status == "status" && lines.exists(status, status.item == "item") // status'
    const replaced = replaceNames(compileExpression(text, names, 'bool'), (path) =>
      path === 'status' ? 'state' : path === 'lines.item' ? 'product' : undefined,
    )
    expect(replaced).toBe('state == "status" && lines.exists(status, status.product == "item") // status')
  })
})
