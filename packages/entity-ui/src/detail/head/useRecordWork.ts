import { createReadThrottle } from '@tavla/client'
import type { DocUpdate, EntityRecord } from '@tavla/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../../environment.ts'
import { type RecordWork, workOf } from './record-work.ts'

interface Seen {
  record: EntityRecord | null
  work: RecordWork | null
}

/**
 * The assignments of a record, and whether the reader follows it; null where there are none of either. Both change without a new version of
 * the record, so they are read beside it, and a draft is left alone (reference: work, Assignments).
 */
export function useRecordWork(entity: string, id: string, record: EntityRecord | null) {
  const { client } = useEnvironment()
  const [seen, setSeen] = useState<Seen>({ record: null, work: null })
  if (record !== seen.record) setSeen({ record, work: (record && workOf(record)) ?? seen.work })
  const readings = useRef(0)
  const reload = useCallback(async () => {
    const mine = ++readings.current
    const work = workOf(await client.entities.get(entity, id))
    if (mine === readings.current && work) setSeen((now) => ({ ...now, work }))
  }, [client, entity, id])

  const known = useRef(record)
  useEffect(() => {
    known.current = record
  })
  useEffect(() => {
    // The reader of the record itself tells what failed.
    const throttle = createReadThrottle(() => void reload().catch(() => undefined))
    const stop = client.watchEvents((name, payload) => {
      if (name !== 'doc_update') return
      const event = payload as DocUpdate
      const isThis = event.entity === entity && event.id === id && event.action === 'updated'
      // A newer version of the record is read whole.
      if (isThis && event.modified === known.current?.modified) throttle.schedule()
    })
    return () => {
      throttle.stop()
      stop()
    }
  }, [client, entity, id, reload])
  return { work: seen.work, reload }
}
