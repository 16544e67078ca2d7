import type { VersionRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { readingStatus, useReading } from '../reading/useReading.ts'
import { TabState } from './TabState.tsx'
import { VersionRow } from './VersionRow.tsx'

/** The changes of a record, field by field, newest first (reference: metadata, Versions). */
export default function HistoryTab({ entity, id }: { entity: string; id: string }) {
  const { client } = useEnvironment()
  const [{ meta, activeEntity: record }] = useEntity(entity)
  const [count, setCount] = useState(page)
  const reading = useReading(
    `${entity}/${id}`,
    // Reads one more than is shown, to know whether there are more.
    () => client.entities.runAction<VersionRecord[]>(entity, id, 'get_history', { limit: Math.min(count + 1, most) }),
    count,
  )
  const { value: read = [], error, reload } = reading
  const versions = read.slice(0, count)

  const modified = record?.modified
  const seen = useRef(modified)
  useEffect(() => {
    if (seen.current === modified) return
    seen.current = modified
    void reload()
  }, [modified, reload])

  return (
    <div className="record-tab">
      <TabState
        status={readingStatus(reading)}
        error={error}
        isEmpty={versions.length === 0}
        empty="No changes yet"
        emptyIcon="history"
        onRetry={() => void reload()}
      >
        <ol className="version-list">
          {meta &&
            versions.map((version) => <VersionRow key={version.id} version={version} meta={meta} record={record} />)}
        </ol>
        {read.length > count && (
          <Button variant="quiet" onClick={() => setCount(Math.min(count + page, most))}>
            <Text source="More" />
          </Button>
        )}
      </TabState>
    </div>
  )
}

/** Changes in one read, and the maximum. */
const page = 50
const most = 500
