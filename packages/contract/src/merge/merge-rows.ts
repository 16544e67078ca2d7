import { type Choose, type Clash, chosen, type MergeField, type Values } from './clash.ts'
import { areEqualValues } from './equal-values.ts'
import { isChanged, mergeValue } from './merge-value.ts'
import { mergedOrder } from './row-order.ts'

type TableField = Extract<MergeField, { kind: 'table' }>
type Settle = (clash: Clash) => ReturnType<Choose>

interface RowsSides {
  field: TableField
  /** The rows that `mine` began with; anything but rows counts as unknown. */
  base?: unknown
  theirs: unknown
  mine: unknown
}

/** Merges the rows of one Table field, matched by their ids (reference: http-api, Changing). */
export function mergeRows(sides: RowsSides, settle: Settle): readonly Values[] {
  const { field } = sides
  const [theirs, mine] = [rowsOf(sides.theirs), rowsOf(sides.mine)]
  if (areSameRows(field.columns, theirs, mine)) return theirs
  if (!Array.isArray(sides.base)) {
    const clash: Clash = { fieldname: field.fieldname, theirs: shown(field, theirs), mine: shown(field, mine) }
    return rowsOf(chosen(settle(clash), mine, theirs))
  }
  const base = rowsOf(sides.base)
  const known = { base: byId(base), theirs: byId(theirs), mine: byId(mine) }
  const merged = new Map<Values, Values>()
  for (const row of theirs) {
    const id = idOf(row)
    const [was, ours] = [known.base.get(id), known.mine.get(id)]
    if (ours) merged.set(ours, withId(mergeColumns(field, { base: was, theirs: row, mine: ours }, settle), row.id))
    else if (!was) merged.set(row, row)
    else if (isChanged(field.columns, row, was))
      keep(row, settleRow(field, { base: was, theirs: row, mine: null }, settle))
  }
  for (const row of mine) {
    const id = idOf(row)
    if (known.mine.get(id) === row && known.theirs.has(id)) continue
    const was = known.mine.get(id) === row ? known.base.get(id) : undefined
    if (!was) merged.set(row, row)
    else if (isChanged(field.columns, row, was))
      keep(row, settleRow(field, { base: was, theirs: null, mine: row }, settle))
  }
  function keep(row: Values, chosenRow: unknown): void {
    if (isRow(chosenRow)) merged.set(row, chosenRow)
  }
  const ordered = mergedOrder({
    base,
    // Rows that both sides have are the same ones.
    theirs: theirs.map((row) => known.mine.get(idOf(row)) ?? row),
    mine,
  })
  return ordered.flatMap((row): readonly Values[] => (merged.has(row) ? [merged.get(row) as Values] : []))
}

interface RowSides {
  base: Values | undefined
  theirs: Values | null
  mine: Values | null
}

/** One row that both sides have, column by column. */
function mergeColumns(
  { fieldname, columns }: TableField,
  sides: { base: Values | undefined; theirs: Values; mine: Values },
  settle: Settle,
): Values {
  const { base, theirs, mine } = sides
  const row: Record<string, unknown> = { ...theirs }
  const titles = { ...titlesOf(theirs) }
  for (const column of columns) {
    const name = column.fieldname
    if (!Object.hasOwn(mine, name)) continue
    const known = base && Object.hasOwn(base, name) ? { base: base[name] } : {}
    const values = { ...known, theirs: theirs[name], mine: mine[name] }
    row[name] = mergeValue(column, values, (clash) =>
      settle({ fieldname, row: idOf(theirs), row_field: name, ...clash }),
    )
    const title = titlesOf(mine)[name]
    if (title !== undefined && row[name] === mine[name]) titles[name] = title
  }
  if (Object.keys(titles).length > 0) row._link_titles = titles
  return row
}

/** A row that one side removed and the other changed. */
function settleRow(field: TableField, { base, theirs, mine }: RowSides, settle: Settle): unknown {
  const clash: Clash = {
    fieldname: field.fieldname,
    row: idOf(base ?? {}),
    row_field: null,
    base: base && withoutSecrets(field, base),
    theirs: theirs && withoutSecrets(field, theirs),
    mine: mine && withoutSecrets(field, mine),
  }
  return chosen(settle(clash), mine, theirs)
}

/** True when both sides show the same rows in the same order; new passwords always differ. */
function areSameRows(columns: readonly MergeField[], a: readonly Values[], b: readonly Values[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, index) => {
      const other = b[index] ?? {}
      return idOf(row) === idOf(other) && columns.every((column) => isSameColumn(column, row, other))
    })
  )
}

function isSameColumn({ fieldname, kind }: MergeField, theirs: Values, mine: Values): boolean {
  if (!Object.hasOwn(mine, fieldname)) return true
  const [a, b] = [theirs[fieldname], mine[fieldname]]
  return kind === 'secret' ? a === b : areEqualValues(a, b)
}

const shown = (field: TableField, rows: readonly Values[]) => rows.map((row) => withoutSecrets(field, row))

/** A clash is told to people, so it holds no password. */
function withoutSecrets({ columns }: TableField, row: Values): Values {
  const secret = new Set(columns.filter(({ kind }) => kind === 'secret').map(({ fieldname }) => fieldname))
  if (secret.size === 0) return row
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)))
}

/** By id; of rows with the same id the first counts, and the others are new ones. */
function byId(rows: readonly Values[]): Map<string, Values> {
  const found = new Map<string, Values>()
  for (const row of rows) if (idOf(row) !== '' && !found.has(idOf(row))) found.set(idOf(row), row)
  return found
}

const withId = (row: Values, id: unknown): Values => ({ ...row, id })

const idOf = (row: Values): string => (typeof row.id === 'string' ? row.id : '')

const rowsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter((one) => isRow(one)) : [])

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

const titlesOf = (row: Values): Record<string, string> =>
  isRow(row._link_titles) ? (row._link_titles as Record<string, string>) : {}
