import { useEnvironment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { useEffect, useState } from 'react'

interface NextIdProps {
  entity: string
  /** The pattern in the input. */
  pattern: string
}

/** Answer of `preview_id`: the id, or in the reader's language the reason why the pattern is invalid. */
interface Preview {
  id: string | null
  refused: string | null
}

/** Delay between the last key and the request, in milliseconds. */
const pause = 250

/** The next id of a series, as the server would make it now. */
export function NextId({ entity, pattern }: NextIdProps) {
  const { client } = useEnvironment()
  const [found, setFound] = useState<Preview & { pattern: string }>()
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const data = { naming_value: pattern }
      const preview = await client.entities.runAction<Preview>('Entity', entity, 'preview_id', data)
      if (isCurrent) setFound({ ...preview, pattern })
    }
    // A server of an older version has no preview.
    const timer = setTimeout(() => void ask().catch(() => undefined), pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, entity, pattern])
  return (
    <p className="entity-next-id" role="status">
      {found?.refused != null && <span className="field-error">{found.refused}</span>}
      {found?.id != null && (
        <span data-old={found.pattern !== pattern || undefined}>
          <Text source="The next record is {0}" args={[found.id]} />
        </span>
      )}
    </p>
  )
}
