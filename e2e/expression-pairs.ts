import type { FieldMeta } from '@tavla/contract'
import { type FormMeta, FormWork } from '@tavla/expressions/form'

const recordsEach = 10

/** Works generated definitions out on ten generated records each; the texts of the results, on which two programs agree. */
export function workOutPairs(count: number): string[] {
  const random = randomFrom(16)
  return Array.from({ length: count / recordsEach }, () => workOut(random)).flat()
}

type Random = () => number
type Kind = 'number' | 'text' | 'bool' | 'date'

const fieldtypes: Record<Kind, readonly string[]> = {
  number: ['Float', 'Currency', 'Int', 'Duration'],
  text: ['Data', 'Small Text'],
  bool: ['Check'],
  date: ['Date', 'Datetime'],
}
const kinds: readonly Kind[] = ['number', 'text', 'bool', 'date']
const money = { currency: 'ILS', digitsOf: (code: string) => (code === 'JPY' ? 0 : 2) }
const context = {
  user: 'noa@example.com',
  roles: ['Sales', 'צוות'],
  today: '2026-02-28',
  now: '2026-02-28 23:59:59.999999',
}

function workOut(random: Random): string[] {
  const own = kinds.map((kind) => field(random, `${kind}_field`, kind))
  const columns = kinds.map((kind) => field(random, `${kind}_column`, kind))
  const rules = kinds.map((kind) =>
    field(random, `${kind}_result`, kind, { formula: write(random, kind, 3, ''), read_only: 1 }),
  )
  const ofRows = kinds.map((kind) =>
    field(random, `${kind}_made`, kind, { formula: write(random, kind, 2, 'parent.'), read_only: 1 }),
  )
  const drawn = field(random, 'drawn', 'text', {
    depends_on: write(random, 'bool', 3, ''),
    mandatory_depends_on: write(random, 'bool', 3, ''),
    read_only_depends_on: `${write(random, 'bool', 2, '')} && "Sales" in ctx.roles`,
  })
  const table = field(random, 'lines', 'text', { fieldtype: 'Table', options: 'Line' })
  const fields = [...own, ...rules, drawn, table]
  const links = [{ id: 'Line', title_field: null, fields: [...columns, ...ofRows] }]
  const meta = { doc_meta: { fields }, links } as unknown as FormMeta
  return Array.from({ length: recordsEach }, () => {
    const rows = Array.from({ length: Math.floor(random() * 4) }, (_, at) => ({
      id: `r${at}`,
      ...valuesOf(random, columns),
    }))
    const values = { id: 'R-1', owner: 'noa@example.com', ...valuesOf(random, own), lines: rows }
    const made = new FormWork(meta, money).work({ base: null, values, context })
    const stored = new FormWork(meta, money).work({ base: values, values, context })
    const drawnAs = [made, stored].map((outcome) => outcome.fields.get('drawn') ?? null)
    return JSON.stringify([rules.map(({ formula }) => formula), made.values, drawnAs])
  })
}

const field = (random: Random, fieldname: string, kind: Kind, more: Partial<FieldMeta> = {}) =>
  ({
    ...{ fieldname, label: fieldname, fieldtype: oneOf(random, fieldtypes[kind]), options: null, length: 140 },
    ...{ permlevel: 0, hidden: 0, reqd: 0, read_only: 0, ...more },
  }) as FieldMeta

/** An expression of this kind; in one of a row `whole` leads to its record, in one of a record there are lists. */
function write(random: Random, kind: Kind, depth: number, whole: '' | 'parent.'): string {
  const of = (next: Kind) => write(random, next, depth - 1, whole)
  const name = whole && random() < 0.6 ? `${kind}_column` : `${whole}${kind}_field`
  if (depth === 0) return random() < 0.7 ? name : literal(random, kind, name)
  const list = (part: string) => `lines.map(l, l.${part})`
  const numbers = [
    () => `(${of('number')} ${oneOf(random, ['+', '-', '*', '/'])} ${of('number')})`,
    () => `round(${of('number')}, ${Math.floor(random() * 4)})`,
    () => `${oneOf(random, ['floor', 'ceil', 'abs'])}(${of('number')})`,
    () => `days_between(${of('date')}, ${of('date')})`,
    () => `(${of('bool')} ? ${of('number')} : ${of('number')})`,
    () => `size(${of('text')})`,
    ...(whole ? [] : [() => `${oneOf(random, ['sum', 'avg', 'lowest', 'highest'])}(${list('number_column')})`]),
  ]
  const texts = [
    () => `(${of('text')} + ${of('text')})`,
    () => `${oneOf(random, ['lower', 'upper'])}(${of('text')})`,
    () => `${of('text')}.trim()`,
    () => `string(${of('number')})`,
  ]
  const bools = [
    () => `(${of('number')} ${oneOf(random, ['<', '<=', '>', '>=', '==', '!='])} ${of('number')})`,
    () => `(${of('date')} ${oneOf(random, ['<', '=='])} ${of('date')})`,
    () => `(${of('text')} == ${of('text')})`,
    () => `${of('text')}.${oneOf(random, ['contains', 'startsWith', 'endsWith'])}(${of('text')})`,
    () => `is_set(${of(oneOf(random, kinds))})`,
    () => `!${of('bool')}`,
    ...(whole ? [] : [() => 'lines.exists(l, l.number_column > number_field)']),
  ]
  const dates = [
    () => `add_days(${of('date')}, ${Math.floor(random() * 500) - 250})`,
    () => `add_months(${of('date')}, ${Math.floor(random() * 50) - 25})`,
    () => `date_of(${of('date')})`,
  ]
  return oneOf(random, { number: numbers, text: texts, bool: bools, date: dates }[kind])()
}

function literal(random: Random, kind: Kind, name: string): string {
  if (kind === 'number') return oneOf(random, ['0', '1', '2.5', '1.005', '1000000', '0.1', '3'])
  if (kind === 'text') return oneOf(random, ['""', '"Paid"', '"שולם"', '"İstanbul"', '"ß "'])
  return kind === 'bool' ? oneOf(random, ['true', 'false']) : `add_days(${name}, ${Math.floor(random() * 9)})`
}

const samples: Record<Kind, readonly unknown[]> = {
  number: [0, 1, -1, 2.675, 1.005, 1e-7, 123456789.987, null, 0.1, 9e14],
  text: ['', 'Paid', 'שולם', 'İ', 'ß', null, ' a b ', '👩‍👩‍👧'],
  bool: [0, 1, null],
  date: ['', null, '2026-01-31', '2024-02-29', '1999-12-31 23:59:59.000000', '2026-10-25 02:30:00.000000'],
}

const valuesOf = (random: Random, fields: readonly FieldMeta[]) =>
  Object.fromEntries(
    fields.map(({ fieldname }) => [fieldname, oneOf(random, samples[fieldname.split('_')[0] as Kind])]),
  )

const oneOf = <One>(random: Random, all: readonly One[]): One => all[Math.floor(random() * all.length)] as One

/** The same numbers in every program. */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
