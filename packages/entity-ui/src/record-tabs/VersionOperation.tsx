import type { OperationKind, VersionRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Link, Pill } from '@tavla/ui'

interface VersionOperationProps {
  operation: VersionRecord['operation']
  /** Address of the operation, for those who may see it. */
  path: string | undefined
}

/** The operation of a version, where its action does not say it: a restore, an undo, a change of several records. */
export function VersionOperation({ operation, path }: VersionOperationProps) {
  if (!operation) return null
  const { kind, record_count: count, undone_by, can_undo } = operation
  const others = <Text source="One of {0} records" args={[count]} />
  return (
    <>
      {told.has(kind) && (
        <span className="version-kind-of">
          <Text source={kind} />
        </span>
      )}
      {count > 1 && (
        <span className="version-others">
          {path === undefined ? (
            others
          ) : (
            <Link href={path} className="text-link">
              {others}
            </Link>
          )}
        </span>
      )}
      {undone_by !== null && (
        <Pill color={can_undo === 1 ? 'Yellow' : 'Gray'}>
          <Text source={can_undo === 1 ? 'Partly Undone' : 'Undone'} />
        </Pill>
      )}
    </>
  )
}

const told: ReadonlySet<OperationKind> = new Set(['Restore', 'Undo', 'Redo', 'Bulk Edit', 'Import', 'Receive'])
