import type { SkippedRecord } from '@tavla/contract'
import { useMomentText } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { RecordName } from './RecordName.tsx'
import './operations.css'

/** The records that stay as they are, each with the reason. */
export function SkippedList({ skipped }: { skipped: readonly SkippedRecord[] }) {
  const moment = useMomentText()
  const count = skipped.reduce((sum, one) => sum + ('hidden' in one ? one.hidden : 1), 0)
  return (
    <section className="operation-records skipped-records">
      <h3>
        <Text source="Not undone: {0}" args={[count]} />
      </h3>
      <ul>
        {skipped.map((one) => (
          <li key={'hidden' in one ? 'hidden' : `${one.entity} ${one.id}`}>
            {'hidden' in one ? (
              <Text source="{0} more that you cannot read" args={[one.hidden]} />
            ) : (
              <>
                <RecordName {...one} />
                <span className="operation-hidden" dir="auto">
                  {one.message}
                  {one.at !== undefined && (
                    <>
                      {' '}
                      <bdi className="operation-door">{moment(one.at)}</bdi>
                    </>
                  )}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
