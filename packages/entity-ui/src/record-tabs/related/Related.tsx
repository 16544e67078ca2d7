import type { RelatedEntry } from '@tavla/contract'
import { Button } from '@tavla/ui'
import { useState } from 'react'
import { RelatedLabel } from './RelatedLabel.tsx'
import { RelatedTab } from './RelatedTab.tsx'

interface RelatedProps {
  entity: string
  id: string
  entries: readonly RelatedEntry[]
  /** All entries of the record, of which some have tabs of their own. */
  all: readonly RelatedEntry[]
  onChanged: () => void
}

/** The records of one entry; of several entries, those of one at a time. */
export default function Related({ entity, id, entries, all, onChanged }: RelatedProps) {
  const [chosen, setChosen] = useState(0)
  const entry = entries[Math.min(chosen, entries.length - 1)]
  return (
    <>
      {entries.length > 1 && (
        <div className="related-more">
          {entries.map((one, at) => (
            <Button
              key={`${one.entity}.${one.field}`}
              size="small"
              variant={one === entry ? 'secondary' : 'quiet'}
              aria-pressed={one === entry}
              onClick={() => setChosen(at)}
            >
              <RelatedLabel entry={one} all={all} />
            </Button>
          ))}
        </div>
      )}
      {entry && <RelatedTab key={`${entry.entity}.${entry.field}`} {...{ entity, id, entry, onChanged }} />}
    </>
  )
}
