import { type EntityRecord, textOf } from '@tavla/contract'
import { readRows, type TableRow, useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { checkChanges, type ExpressionFinding } from '../change-check.ts'

/** Delay between the last key and the request, in milliseconds. */
const pause = 350

const checkedKeys = ['formula', 'depends_on', 'mandatory_depends_on', 'read_only_depends_on', 'fetch_from'] as const

interface Findings {
  findings: readonly ExpressionFinding[]
  /** Sentences about what is allowed and hardly meant. */
  warnings: readonly string[]
}

interface Checked extends Findings {
  question: string
}

/**
 * The faults of the expressions of a drafted definition, as the server finds them when the user pauses (reference:
 * expressions, Checks). While the draft is newer than the answer, only faults of unchanged texts are told.
 */
export function useFindings(values: EntityRecord, record: EntityRecord, isEditing: boolean): Findings {
  const { client } = useEnvironment()
  const [checked, setChecked] = useState<Checked>({ question: '', ...none })
  const question = isEditing ? questionOf(values) : ''
  useEffect(() => {
    if (question === '') return
    let isCurrent = true
    const ask = async () => {
      const { expressions = [], warnings = [] } = await checkChanges(client, { ...JSON.parse(question), id: record.id })
      if (isCurrent) setChecked({ question, findings: expressions, warnings: warnings.map(sentenceOf) })
    }
    // A half-typed definition may be refused as a whole: then its save says so.
    const timer = setTimeout(() => void ask().catch(() => undefined), pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, record.id, question])
  if (question === '') return none
  return checked.question === question ? checked : { ...checked, findings: standing(checked, question) }
}

const none: Findings = { findings: [], warnings: [] }

const sentenceOf = (warning: string | { message: string }) => (typeof warning === 'string' ? warning : warning.message)

/** The parts of a definition that its expressions depend on, as text; '' without expressions. */
function questionOf({ type, fields, transitions, state_field }: EntityRecord): string {
  const rows = readRows(fields).filter((row) => textOf(row.fieldname) !== '')
  const steps = readRows(transitions)
  const hasAny =
    rows.some((row) => checkedKeys.some((key) => textOf(row[key]).trim() !== '') || Boolean(row.rollup)) ||
    steps.length > 0 ||
    textOf(state_field) !== ''
  return hasAny
    ? JSON.stringify({ type, fields: rows, ...(transitions !== undefined && { transitions, state_field }) })
    : ''
}

/** The faults whose texts stand in the newer draft as they stood. */
function standing({ question: asked, findings }: Checked, question: string): readonly ExpressionFinding[] {
  if (findings.length === 0) return findings
  const [before, now] = [rowsOf(asked), rowsOf(question)]
  return findings.filter(({ fieldname, transition, property }) => {
    const key = `${fieldname ?? ''} ${transition ?? ''}`
    return before.get(key)?.[property] === now.get(key)?.[property]
  })
}

function rowsOf(question: string): Map<string, TableRow> {
  if (question === '') return new Map()
  const { fields, transitions } = JSON.parse(question) as { fields: TableRow[]; transitions?: TableRow[] }
  return new Map([
    ...fields.map((row) => [`${textOf(row.fieldname)} `, row] as const),
    ...(transitions ?? []).map((row) => [` ${textOf(row.title)}`, row] as const),
  ])
}
