import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import type { MergedField } from './merged-fields.ts'
import { SideValue } from './SideValue.tsx'

type Values = Readonly<Record<string, unknown>>

interface MergedListProps {
  merged: readonly MergedField[]
  /** Name of the other user. */
  by: string
  theirs: Values
  mine: Values
}

/** The fields that need no decision, folded. */
export function MergedList({ merged, by, theirs, mine }: MergedListProps) {
  return (
    <details className="conflict-merged">
      <summary>
        <Text source="Merged, nothing to choose: {0}" args={[merged.length]} />
      </summary>
      <dl>
        {merged.map(({ field, former, isMine, isTheirs }) => {
          const record = isMine ? mine : theirs
          return (
            <div key={field.fieldname}>
              <dt>
                <Text source={field.label} />
              </dt>
              <dd>
                <del>
                  <SideValue field={field} value={former} values={{}} />
                </del>
                <Icon name="arrow_forward" size="small" />
                {isMine && isTheirs ? null : (
                  <SideValue field={field} value={record[field.fieldname]} values={record} />
                )}
                <span className="conflict-by">
                  {isMine && <Text source="Mine" />}
                  {isMine && isTheirs && '\u00a0· '}
                  {isTheirs && <Text source="Saved by {0}" args={[by]} />}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}
