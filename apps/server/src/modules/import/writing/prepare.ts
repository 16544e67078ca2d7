import { alreadyExists, limits, type Message } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import type { Field } from '../../../entity/index.ts'
import { readCell } from '../matching/cells.ts'
import { cellOf, isBlank, type PlanLine } from '../plan.ts'
import { type Importing, linkKey } from './memory.ts'

/** A link to a record that the import makes first. */
export interface NewLink {
  /** Where its id goes. */
  into: Record<string, unknown>
  field: Field
  entity: string
  text: string
}

/** One record of the file, ready for its write. */
export interface Prepared {
  lines: readonly PlanLine[]
  /** The record that it changes; undefined for a new one. */
  id: string | undefined
  body: Record<string, unknown>
  newLinks: NewLink[]
  /** Links to records of the same file, by target, that are set later. */
  later: string[]
  /** The line of each row of a Table field. */
  rowLines: Record<string, number[]>
  /** Reasons to refuse it before any write, by line and target. */
  problems: LineProblem[]
}

export interface LineProblem {
  row: number
  target: string
  message: Message
}

/** Makes the write of one record from its lines. */
export function prepareRecord(importing: Importing, lines: readonly PlanLine[]): Prepared {
  const [first] = lines as [PlanLine]
  const prepared: Prepared = {
    ...{ lines, id: undefined, body: {}, newLinks: [], later: [], rowLines: {}, problems: [] },
  }
  findExisting(importing, first, prepared)
  const { plan, targets } = importing
  for (const name of valueNames(importing, first)) {
    const target = targets.get(name)
    if (!target) prepared.problems.push({ row: first.row, target: name, message: notAField(name, plan.entity) })
    else if (!target.inRows) setValue(importing, first, name, prepared, prepared.body, prepared.id === undefined)
  }
  addRows(importing, lines, prepared)
  return prepared
}

const notAField = (name: string, entity: string): Message => ({
  text: '{0} is not a field of {1}',
  args: [name, { translate: entity }],
})

/** The targets of columns, and those that a person filled in by hand. */
const valueNames = ({ plan }: Importing, line: PlanLine): Set<string> =>
  new Set([...plan.targets, ...Object.keys(line.mended ?? {})])

/** Finds the record that the key names, and refuses what the mode does not allow. */
function findExisting({ plan, model, memory, targets }: Importing, line: PlanLine, prepared: Prepared): void {
  if (plan.key === null) return
  const refuse = (message: Message) => prepared.problems.push({ row: line.row, target: plan.key ?? '', message })
  const cell = cellOf(plan, line, plan.key)
  const label = { translate: targets.get(plan.key)?.field.rule.label ?? plan.key }
  if (isBlank(cell)) {
    if (plan.mode === 'update') refuse({ text: '{0} is required', args: [label] })
    return
  }
  const text = String(cell).trim()
  const first = memory.keys.get(fold(text))
  if (first !== undefined && first !== line.row) {
    return void refuse({ text: '{0} {1} appears more than once', args: [{ translate: model.id }, text] })
  }
  memory.keys.set(fold(text), line.row)
  const [id, other] = memory.found.get(fold(text)) ?? []
  if (other !== undefined) return void refuse({ text: 'Several records are called {0}.', args: [text] })
  if (id !== undefined && plan.mode === 'create') return void refuse(alreadyExists(model.id, text).detail)
  if (id === undefined && plan.mode === 'update') {
    return void refuse({ text: '{0} {1} was not found.', args: [{ translate: model.id }, text] })
  }
  prepared.id = id
}

/** Sets one value; a blank one empties the field of an existing record, and leaves a new one its default. */
function setValue(
  importing: Importing,
  line: PlanLine,
  name: string,
  prepared: Prepared,
  into: Record<string, unknown>,
  isNew: boolean,
): void {
  const { plan, targets, words } = importing
  const field = targets.get(name)?.field
  if (!field || (field.name === 'id' && !isNew)) return
  const read = readCell(cellOf(plan, line, name), field, words)
  if ('problem' in read) prepared.problems.push({ row: line.row, target: name, message: read.problem })
  else if (read.value === null) {
    if (!isNew) into[field.name] = null
  } else if (field.type.links === 'options' && field.rule.options) {
    setLink(importing, { line, name, field, entity: field.rule.options, text: String(read.value) }, prepared, into)
  } else into[field.name] = read.value
}

interface WrittenLink {
  line: PlanLine
  name: string
  field: Field
  entity: string
  text: string
}

/** A link by id or title; one that leads nowhere goes to the engine, which refuses it with its own sentence. */
function setLink(
  { plan, memory }: Importing,
  { line, name, field, entity, text }: WrittenLink,
  prepared: Prepared,
  into: Record<string, unknown>,
): void {
  const [id, other] = memory.links.get(linkKey(entity, text)) ?? []
  const made = entity === plan.entity ? memory.made.get(linkKey('', text)) : undefined
  if (other !== undefined) {
    prepared.problems.push({ row: line.row, target: name, message: severalAre(text) })
  } else if (id !== undefined || made !== undefined) into[field.name] = id ?? made
  else if (entity === plan.entity && memory.names.has(linkKey('', text))) prepared.later.push(name)
  else {
    memory.noteMissing(name, text.trim())
    into[field.name] = text
    if (plan.createsMissingLinks) prepared.newLinks.push({ into, field, entity, text: text.trim() })
  }
}

const severalAre = (text: string): Message => ({ text: 'Several records are called {0}.', args: [text] })

/** The rows of Table fields: a line with a value in any of their columns makes one. */
function addRows(importing: Importing, lines: readonly PlanLine[], prepared: Prepared): void {
  const { plan, targets } = importing
  const names = plan.targets.filter((name) => targets.get(name)?.inRows)
  for (const [table, parts] of Map.groupBy(names, (name) => targets.get(name)?.inRows?.name ?? '')) {
    const rows: Record<string, unknown>[] = []
    const of: number[] = []
    for (const line of lines) {
      if (parts.every((name) => isBlank(cellOf(plan, line, name)))) continue
      const row: Record<string, unknown> = {}
      for (const name of parts) setValue(importing, line, name, prepared, row, true)
      rows.push(row)
      of.push(line.row)
    }
    if (rows.length > limits.tableRows) {
      const message = { text: '{0} can hold at most {1} rows', args: [{ translate: table }, limits.tableRows] }
      prepared.problems.push({ row: lines[0]?.row ?? 0, target: '', message })
    }
    prepared.body[table] = rows
    prepared.rowLines[table] = of
  }
}
