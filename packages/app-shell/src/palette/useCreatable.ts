import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import type { PalettePlace } from './palette-entries.ts'

/** Number of lists whose rights are read at once. */
const most = 3

/** Addresses of the lists, among the first of these places, to which the person may add a record. */
export function useCreatable(places: readonly PalettePlace[]): ReadonlySet<string> {
  const { client, recordPath } = useEnvironment()
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  const lists = places.slice(0, most).flatMap(({ href }) => {
    const entity = decodeURIComponent(href.slice(href.lastIndexOf('/') + 1))
    return recordPath(entity, 'x') === `${href}/x` && !entity.startsWith('~') ? [{ href, entity }] : []
  })
  const known = JSON.stringify(lists)
  useEffect(() => {
    for (const { href, entity } of JSON.parse(known) as typeof lists)
      client.metas.get(entity).then(
        ({ type, doc_meta }) => {
          if (type === 'Document' && doc_meta.permissions.create === 1) setFound((former) => new Set([...former, href]))
        },
        // A list that cannot be read offers nothing.
        () => undefined,
      )
  }, [client, known])
  return found
}
