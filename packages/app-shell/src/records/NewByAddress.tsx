import type { Meta } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { settableValues, titlesIn } from './new-address.ts'
import { NewRecord } from './parts.ts'

interface NewByAddressProps {
  entity: string
  meta: Meta
  /** The address of the list. */
  pathname: string
  asked: Readonly<Record<string, unknown>>
  onClose: () => void
}

/** The window of a new record that the address of a list asks for (reference: screens, New record). */
export function NewByAddress({ entity, meta, pathname, asked, onClose }: NewByAddressProps) {
  const navigate = useNavigate()
  const { client } = useEnvironment()
  const [set] = useState(() => settableValues(meta, asked))
  // The window opens once it can name the records that the values link to.
  const [titles, setTitles] = useState<Awaited<ReturnType<typeof titlesIn>>>()
  useEffect(() => {
    let isHere = true
    void titlesIn(client, meta, set).then((found) => isHere && setTitles(found))
    return () => {
      isHere = false
    }
  }, [client, meta, set])
  if (!titles) return null
  return (
    <Suspense fallback={null}>
      <NewRecord
        entity={entity}
        set={set}
        titles={titles}
        onClose={onClose}
        onCreated={(record) => {
          // The window gives the focus back before the new record takes it.
          flushSync(onClose)
          void navigate(`${pathname}/${encodeURIComponent(record.id)}`, { state: { isNew: true } })
        }}
      />
    </Suspense>
  )
}
