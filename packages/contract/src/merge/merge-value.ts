import { type Choose, chosen, type MergeField, type Values } from './clash.ts'
import { areEqualValues, isUnset } from './equal-values.ts'

/** Three states of one value; without `base` the first is unknown. */
export interface ValueSides {
  base?: unknown
  theirs: unknown
  mine: unknown
}

/** One value of a record or of a row. A password is never compared: mine is taken. */
export function mergeValue(
  { kind }: Pick<MergeField, 'kind'>,
  sides: ValueSides,
  settle: (sides: ValueSides) => ReturnType<Choose>,
): unknown {
  const { theirs, mine } = sides
  if (kind === 'secret') return mine
  if (areEqualValues(mine, theirs)) return theirs
  if ('base' in sides && areEqualValues(theirs, sides.base)) return mine
  if ('base' in sides && areEqualValues(mine, sides.base)) return theirs
  return chosen(settle(sides), mine, theirs)
}

/** True when `row` has a value that its base lacks; a column that is unknown to the base counts once it is set. */
export function isChanged(columns: readonly MergeField[], row: Values, base: Values): boolean {
  return columns.some(({ fieldname, kind }) => {
    if (!Object.hasOwn(row, fieldname)) return false
    if (!Object.hasOwn(base, fieldname)) return !isUnset(row[fieldname])
    // The mask of a password equals itself, and every other text is a new one.
    return kind === 'secret' ? row[fieldname] !== base[fieldname] : !areEqualValues(row[fieldname], base[fieldname])
  })
}
