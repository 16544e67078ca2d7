import type { TableRow } from '@tavla/fields/rows'
import {
  changedLinks,
  type FetchingRow,
  formerRow,
  isEqual,
  isMeant,
  type Values,
  withFetched,
  withTyped,
} from './fetch-row.ts'
import type { FetchRule, FetchRules, RowFetches } from './fetch-rules.ts'

/** The form whose links bring values. */
export interface FetchForm {
  /** The values of the form as they are shown now; null when it is no longer edited. */
  values(): Values | null
  /** Sets a value that nobody typed. */
  set(fieldname: string, value: unknown): void
  /** The values that come along with a link of this entity. */
  ask(entity: string, link: string, value: string, rules: readonly FetchRule[]): Promise<Values>
  /** An answer did not come: the server takes the values when the form is saved. */
  onError(error: unknown): void
}

/**
 * Brings the values that come along with links into a form before it is saved (reference: expressions, Fetched values).
 * A value that a person typed stays; of two answers about one link the later choice wins.
 */
export class Fetcher {
  readonly #entity: string
  readonly #rules: FetchRules
  #form: FetchForm | undefined
  /** Fields of the record into which a person typed. */
  readonly #typed = new Set<string>()
  /** The latest question about each link of the record. */
  readonly #latest = new Map<string, number>()
  #questions = 0

  constructor(entity: string, rules: FetchRules) {
    this.#entity = entity
    this.#rules = rules
  }

  /** Takes the form whose links are followed from now on. */
  follow(form: FetchForm): void {
    this.#form = form
  }

  /** Begins with another draft. */
  begin(): void {
    this.#typed.clear()
    this.#latest.clear()
  }

  /** The names that a save sends as `_set`, when its body changes one of the links. */
  setNames(body: Values): string[] {
    const { own } = this.#rules
    return own.some(({ link }) => link in body) ? [...this.#typed] : []
  }

  /** Takes notice of a value that a person chose or typed; returns what the draft keeps of it. */
  type(fieldname: string, value: unknown): unknown {
    const former = this.#form?.values()?.[fieldname]
    const table = this.#rules.tables.get(fieldname)
    if (table) return Array.isArray(value) ? this.#typeRows(fieldname, table, rowsOf(former), rowsOf(value)) : value
    if (this.#rules.own.some((rule) => rule.fieldname === fieldname)) this.#typed.add(fieldname)
    this.#followLink(fieldname, former, value)
    return value
  }

  /** Brings what comes along with values that a form began with; those that say something stay. */
  beginWith(values: Values): void {
    for (const [name, value] of Object.entries(values)) {
      if (isMeant(value) && this.#rules.own.some(({ fieldname }) => fieldname === name)) this.#typed.add(name)
    }
    for (const [name, value] of Object.entries(values)) this.#followLink(name, undefined, value)
  }

  #followLink(link: string, former: unknown, value: unknown): void {
    if (isEqual(former, value)) return
    const isOf = (rule: FetchRule) => rule.link === link
    const own = this.#rules.own.filter(isOf)
    if (own.length > 0) void this.#askOne(link, this.#entity, link, value, own, (values) => this.#take(own, values))
    for (const [table, { entity, ofParent }] of this.#rules.tables) {
      const rules = ofParent.filter(isOf)
      const take = (values: Values) => {
        const rows = rowsOf(this.#form?.values()?.[table])
        if (rows.length > 0)
          this.#form?.set(
            table,
            rows.map((row) => withFetched(row, '', rules, values)),
          )
      }
      if (rules.length > 0) void this.#askOne(`${table}.${link}`, entity, `parent.${link}`, value, rules, take)
    }
  }

  async #askOne(
    key: string,
    entity: string,
    link: string,
    value: unknown,
    rules: readonly FetchRule[],
    take: (values: Values) => void,
  ): Promise<void> {
    const question = ++this.#questions
    this.#latest.set(key, question)
    if (!isMeant(value)) return
    const isLatest = () => this.#latest.get(key) === question && this.#form?.values() != null
    try {
      const values = await this.#ask(entity, link, String(value), rules)
      if (isLatest()) take(values)
    } catch (error) {
      if (isLatest()) this.#form?.onError(error)
    }
  }

  async #ask(...question: Parameters<FetchForm['ask']>): Promise<Values> {
    return this.#form ? this.#form.ask(...question) : {}
  }

  #take(rules: readonly FetchRule[], values: Values): void {
    for (const { fieldname, isForced } of rules) {
      if (!(fieldname in values) || !(isForced || !this.#typed.has(fieldname))) continue
      const former = this.#form?.values()?.[fieldname]
      this.#form?.set(fieldname, values[fieldname])
      // A link that came along brings its own.
      this.#followLink(fieldname, former, values[fieldname])
    }
  }

  #typeRows(
    table: string,
    fetches: RowFetches,
    former: readonly TableRow[],
    next: readonly TableRow[],
  ): readonly TableRow[] {
    const { own, ofParent } = fetches
    return next.map((row, at) => {
      if (former.includes(row)) return row
      const before = formerRow(former, next, at)
      const typed = withTyped(row, before, [...own, ...ofParent])
      return this.#askRow(table, fetches, typed, before)
    })
  }

  /** Asks for what comes along with the links of a row that have changed, and marks the row with the questions. */
  #askRow(table: string, fetches: RowFetches, row: FetchingRow, before: Values | undefined): FetchingRow {
    let asking = row
    for (const link of changedLinks(row, before, fetches.own)) {
      const question = ++this.#questions
      asking = { ...asking, _asked: { ...asking._asked, [link]: question } }
      if (isMeant(row[link])) void this.#answerRow(table, fetches, link, question, String(row[link]))
    }
    return asking
  }

  async #answerRow(table: string, fetches: RowFetches, link: string, question: number, value: string): Promise<void> {
    const rules = fetches.own.filter((rule) => rule.link === link)
    const rowsNow = () => rowsOf(this.#form?.values()?.[table])
    const isLatest = (row: FetchingRow) => row._asked?.[link] === question
    try {
      const values = await this.#ask(fetches.entity, link, value, rules)
      const rows = rowsNow()
      if (!rows.some(isLatest)) return
      const take = (row: FetchingRow) => this.#askRow(table, fetches, withFetched(row, link, rules, values), row)
      this.#form?.set(
        table,
        rows.map((row) => (isLatest(row) ? take(row) : row)),
      )
    } catch (error) {
      if (rowsNow().some(isLatest)) this.#form?.onError(error)
    }
  }
}

const rowsOf = (value: unknown): readonly FetchingRow[] => (Array.isArray(value) ? (value as FetchingRow[]) : [])
