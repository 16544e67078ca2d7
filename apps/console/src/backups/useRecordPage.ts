import { useReading } from '@tavla/entity-ui'
import { useCallback, useEffect, useState } from 'react'
import { type AskedState, type ComparedRecord, compareRecords, listByState } from './backup-calls.ts'

/** Records that are shown at first, and with each press for more. */
const pageLength = 50

/** Milliseconds without a key before the text is searched. */
const pause = 250

interface Asked {
  search: string
  /** Null for the missing ones, or if there are none, those that have changed, or if there are none, all. */
  state: AskedState | null
  length: number
  /** Tells a question from the one before. */
  number: number
}

/** Reads the first records of a backup that a search and a state leave; the former ones stay until the others are there. */
export function useRecordPage(backup: string, entity: string) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Asked>({ search: '', state: null, length: pageLength, number: 0 })
  const ask = useCallback(
    (change: Partial<Asked>) => setAsked((now) => ({ ...now, length: pageLength, ...change, number: now.number + 1 })),
    [],
  )
  const { search, length } = asked
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => ask({ search: typed.trim() }), pause)
    return () => clearTimeout(timer)
  }, [typed, search, ask])
  const reading = useReading(`${backup}\n${entity}`, () => readPage(backup, entity, asked), asked.number)
  return {
    typed,
    setTyped,
    reading,
    state: asked.state ?? reading.value?.state ?? 'Missing',
    showState: (state: AskedState) => ask({ state }),
    showMore: () => ask({ length: length + pageLength }),
  }
}

async function readPage(backup: string, entity: string, { search, state, length }: Asked) {
  const list = (of: AskedState) => listByState(backup, entity, { search, state: of, length })
  let shown = state ?? 'Missing'
  let found = await list(shown)
  if (state === null && found.count === 0) {
    shown = found.states.Changed > 0 ? 'Changed' : 'All'
    found = await list(shown)
  }
  const ids = found.data.map(({ id }) => id)
  // A missing record has nothing that it could be compared with.
  const compared: readonly ComparedRecord[] =
    shown === 'Missing'
      ? ids.map((id) => ({ id, state: 'Missing', changed: [] }))
      : await compareRecords(backup, entity, ids)
  return { state: shown, found, compared: new Map(compared.map((one) => [one.id, one])) }
}
