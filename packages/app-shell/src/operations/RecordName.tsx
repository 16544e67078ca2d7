import { useEnvironment } from '@tavla/entity-ui'
import { Link } from '@tavla/ui'
import { useReadTitle } from './useReadTitle.ts'

interface RecordNameProps {
  entity: string
  id: string
  title: string | null
  /** True for a record that has no page anymore. */
  isGone?: boolean
}

/** The title of a record that an operation names, with a link where this app has a screen for it. */
export function RecordName({ entity, id, title, isGone = false }: RecordNameProps) {
  const { recordPath } = useEnvironment()
  const readTitle = useReadTitle()
  const href = isGone ? undefined : recordPath(entity, id)
  const name = <bdi>{readTitle(entity, title || id)}</bdi>
  return <span className="operation-record">{href === undefined ? name : <Link href={href}>{name}</Link>}</span>
}
