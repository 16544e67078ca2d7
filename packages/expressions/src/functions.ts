import type { Environment } from '@marcbachmann/cel-js'
import { addDays, addMonths, DateText, dateOf, daysBetween, monthOf, yearOf } from './dates.ts'
import { roundTo } from './rounding.ts'
import { counted, lengthOf } from './text-work.ts'

/** Functions that an expression calls by their name. */
export const functionNames = [
  'abs',
  'add_days',
  'add_months',
  'avg',
  'ceil',
  'date_of',
  'days_between',
  'double',
  'floor',
  'has',
  'highest',
  'is_set',
  'lower',
  'lowest',
  'month',
  'round',
  'size',
  'string',
  'sum',
  'upper',
  'year',
] as const

/** Functions that stand behind a value and a point. */
export const methodNames = ['contains', 'endsWith', 'size', 'startsWith', 'trim'] as const

/** Functions that go through a list. */
export const macroNames = ['all', 'exists', 'exists_one', 'filter', 'map'] as const

/**
 * Calls of the library's functions go to ours, by these names: its `size` counts in whole numbers, which do not mix with
 * ours, and none of them is bounded where each of many rows looks through a long text.
 */
export const ownFunctions: ReadonlyMap<string, string> = new Map([
  ['contains', 'text_contains'],
  ['size', 'size_of'],
  ['trim', 'text_trim'],
])

/** Adds our functions and operators (reference: expressions, Functions). */
export function registerFunctions(environment: Environment): void {
  // A Date is a type of its own, so that it is not taken for a text; it still compares with one.
  environment.registerType('Date', { ctor: DateText, fields: { text: 'string' } })
  registerNumbers(environment)
  registerDates(environment)
  registerTexts(environment)
}

function registerNumbers(environment: Environment): void {
  const ofList = (name: string, work: (list: readonly number[]) => number) =>
    environment.registerFunction(`${name}(list<double>): double`, (list: readonly number[]) =>
      list.length === 0 ? 0 : work(list),
    )
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
  ofList('sum', sum)
  ofList('avg', (list) => sum(list) / list.length)
  ofList('lowest', (list) => list.reduce((least, value) => Math.min(least, value)))
  ofList('highest', (list) => list.reduce((most, value) => Math.max(most, value)))
  environment.registerFunction('round(double, double): double', roundTo)
  environment.registerFunction('floor(double): double', Math.floor)
  environment.registerFunction('ceil(double): double', Math.ceil)
  environment.registerFunction('abs(double): double', Math.abs)
  environment.registerOperator('double % double', (left: number, right: number) => left % right)
  const sizeOf = (value: string | readonly unknown[]) =>
    typeof value === 'string' ? lengthOf(counted(value)) : value.length
  for (const kind of ['list', 'string']) {
    environment.registerFunction(`size_of(${kind}): double`, sizeOf)
    environment.registerFunction(`${kind}.size_of(): double`, sizeOf)
  }
}

type DateArgument = DateText | string
const textOf = (value: DateArgument) => (typeof value === 'string' ? value : value.text)

function registerDates(environment: Environment): void {
  const kinds = ['Date', 'string']
  for (const kind of kinds) {
    const add = (signature: string, work: (text: string, count: number) => string) =>
      environment.registerFunction(signature, (value: DateArgument, count: number) => {
        return new DateText(work(textOf(value), count))
      })
    add(`add_days(${kind}, double): Date`, addDays)
    add(`add_months(${kind}, double): Date`, addMonths)
    add(`date_of(${kind}): Date`, dateOf)
    environment.registerFunction(`year(${kind}): double`, (value: DateArgument) => yearOf(textOf(value)))
    environment.registerFunction(`month(${kind}): double`, (value: DateArgument) => monthOf(textOf(value)))
    for (const other of kinds) {
      environment.registerFunction(`days_between(${kind}, ${other}): double`, (from: DateArgument, to: DateArgument) =>
        daysBetween(textOf(from), textOf(to)),
      )
    }
  }
  for (const [left, right] of [
    ['Date', 'Date'],
    ['Date', 'string'],
    ['string', 'Date'],
  ]) {
    const compare = (operator: string, work: (left: string, right: string) => boolean) =>
      environment.registerOperator(`${left} ${operator} ${right}: bool`, (one: DateArgument, other: DateArgument) =>
        work(textOf(one), textOf(other)),
      )
    // The library adds the other direction of an equality, and the unequal, by itself.
    if (left === 'Date') compare('==', (one, other) => one === other)
    compare('<', (one, other) => one < other)
    compare('<=', (one, other) => one <= other)
    compare('>', (one, other) => one > other)
    compare('>=', (one, other) => one >= other)
  }
  environment.registerFunction('string(Date): string', textOf)
}

function registerTexts(environment: Environment): void {
  environment.registerFunction('lower(string): string', (text: string) => counted(text).toLowerCase())
  environment.registerFunction('upper(string): string', (text: string) => counted(text).toUpperCase())
  environment.registerFunction('string.text_trim(): string', (text: string) => counted(text).trim())
  environment.registerFunction('string.text_contains(string): bool', (text: string, part: string) =>
    counted(text).includes(part),
  )
  environment.registerFunction('is_set(string): bool', (text: string) => text !== '')
  environment.registerFunction('is_set(Date): bool', ({ text }: DateText) => text !== '')
  environment.registerFunction('is_set(list): bool', (list: readonly unknown[]) => list.length > 0)
  // A number and a box always have a value.
  environment.registerFunction('is_set(double): bool', () => true)
  environment.registerFunction('is_set(bool): bool', () => true)
}
