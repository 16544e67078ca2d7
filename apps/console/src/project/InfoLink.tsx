import { Text } from '@tavla/i18n/react'
import { Link } from '@tavla/ui'
import { projectPath } from '../paths.ts'

/** A link to HQ's data of a project. */
export function InfoLink({ id }: { id: string }) {
  return (
    <Link href={`${projectPath(id)}/HQ_info`}>
      <Text source="HQ Info" />
    </Link>
  )
}
