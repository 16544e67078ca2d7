import type { RelatedEntry } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { isOneOfSeveral } from './related-words.ts'

/** The entity, its field where two fields of it point here, and the number of records, zero included. */
export function RelatedLabel({ entry, all }: { entry: RelatedEntry; all: readonly RelatedEntry[] }) {
  return (
    <>
      <span>
        <Text source={entry.label} context={entry.entity} />
        {isOneOfSeveral(entry, all) && (
          <>
            {' · '}
            <Text source={entry.field_label} context={entry.entity} />
          </>
        )}
      </span>{' '}
      <span className="tab-figure numeric">{entry.count}</span>
    </>
  )
}
