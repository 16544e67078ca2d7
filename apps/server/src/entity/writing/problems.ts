import { isDeepStrictEqual } from 'node:util'
import { type FieldProblem, type Message, Problem, type ProblemType } from '@tavla/contract'
import type { Field } from '../model/field.ts'

interface NotedProblem {
  type: ProblemType
  status: number
  title: string
  error: FieldProblem
}

/** Collects the faults of a write, so that the caller gets all of them at once (reference: http-api, Coercion and checks). */
export class Problems {
  readonly #missing: { field: Field; error: FieldProblem }[] = []
  readonly #noted: NotedProblem[] = []

  get isEmpty(): boolean {
    return this.#missing.length + this.#noted.length === 0
  }

  /** The fields with a fault that a value of theirs has. */
  get fieldnames(): string[] {
    return this.#noted.map(({ error }) => error.fieldname)
  }

  /** Reports a blank required field. */
  missing(field: Field, at: Place = {}): void {
    this.#missing.push({ field, error: placed(field.name, isRequired(field), at) })
  }

  note(fieldname: string, message: Message, type: ProblemType = 'ValidationError', at: Place = {}): void {
    const error = placed(fieldname, message, at)
    if (this.#noted.some((noted) => isDeepStrictEqual(noted.error, error))) return
    const duplicate = type === 'DuplicateEntryError'
    const [status, title] = duplicate ? [409, 'Already Exists'] : [417, 'Invalid Value']
    this.#noted.push({ type, status, title, error })
  }

  /** @throws Problem with every message */
  throwIfAny(): void {
    const problem = this.found()
    if (problem) throw problem
  }

  /** Every fault; the type is decided by missing values first, then invalid ones, then duplicates. */
  found(): Problem | undefined {
    if (this.isEmpty) return undefined
    const noted = this.#noted.toSorted((a, b) => b.status - a.status)
    const errors = [...this.#missing.map(({ error }) => error), ...noted.map(({ error }) => error)]
    const [first] = noted
    if (this.#missing.length > 0)
      return new Problem(417, 'MandatoryError', 'Missing Value', this.#missingText(), { errors })
    return first && new Problem(first.status, first.type, first.title, first.error.message, { errors })
  }

  #missingText(): Message {
    const [only] = this.#missing
    if (this.#missing.length === 1 && only) return only.error.message
    return {
      text: 'These fields are required: {0}',
      args: [this.#missing.map(({ field }) => ({ translate: field.rule.label }))],
    }
  }
}

/** The position of a field in a record: in row `n` of a Table field. */
export interface Place {
  table?: string
  row?: number
}

export const isRequired = (field: Field): Message => ({
  text: '{0} is required',
  args: [{ translate: field.rule.label }],
})

function placed(fieldname: string, message: Message, { table, row }: Place): FieldProblem {
  if (!table || row === undefined) return { fieldname, message }
  const prefix: Message = { text: 'Row {n}:', args: { n: row } }
  return { fieldname: table, message: { ...message, prefix }, row, row_fieldname: fieldname }
}
