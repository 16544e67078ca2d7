import type { Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import type { MergedField } from './merged-fields.ts'
import { RowChanges } from './RowChanges.tsx'
import { rowChanges } from './row-changes.ts'
import { SideValue } from './SideValue.tsx'

type Values = Readonly<Record<string, unknown>>

interface MergedListProps {
  meta: Meta
  merged: readonly MergedField[]
  /** Name of the other user. */
  by: string
  theirs: Values
  mine: Values
}

/** The fields that need no decision, folded. */
export function MergedList({ merged, ...sides }: MergedListProps) {
  return (
    <details className="conflict-merged">
      <summary>
        <Text source="Merged, nothing to choose: {0}" args={[merged.length]} />
      </summary>
      <dl>
        {merged.map((one) => (
          <div key={one.field.fieldname}>
            <dt>
              <Text source={one.field.label} />
            </dt>
            {fieldUi(one.field.fieldtype).hasRows ? (
              <MergedRows {...sides} merged={one} />
            ) : (
              <MergedValue {...sides} merged={one} />
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}

type MergedProps = Omit<MergedListProps, 'merged'> & { merged: MergedField }

function MergedValue({ merged: { field, former, formerTitle, isMine, isTheirs }, by, theirs, mine }: MergedProps) {
  const record = isMine ? mine : theirs
  const titles = formerTitle === undefined ? {} : { [field.fieldname]: formerTitle }
  return (
    <dd>
      <del>
        <SideValue field={field} value={former} values={{ _link_titles: titles }} />
      </del>
      <Icon name="arrow_forward" size="small" />
      {isMine && isTheirs ? null : <SideValue field={field} value={record[field.fieldname]} values={record} />}
      <span className="conflict-by">
        {isMine && <Text source="Mine" />}
        {isMine && isTheirs && '\u00a0· '}
        {isTheirs && <Text source="Saved by {0}" args={[by]} />}
      </span>
    </dd>
  )
}

/** The rows of a table that either side changed. */
function MergedRows({ meta, merged: { field, former, isMine, isTheirs }, by, theirs, mine }: MergedProps) {
  const changesOf = (side: Values) => <RowChanges changes={rowChanges(meta, field, former, side[field.fieldname])} />
  return (
    <>
      {isMine && (
        <dd>
          {changesOf(mine)}
          <span className="conflict-by">
            <Text source="Mine" />
          </span>
        </dd>
      )}
      {isTheirs && (
        <dd>
          {changesOf(theirs)}
          <span className="conflict-by">
            <Text source="Saved by {0}" args={[by]} />
          </span>
        </dd>
      )}
    </>
  )
}
