import { idOf, RecordsScreen, type RecordsScreenProps } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { tabPath } from './staging-path.ts'

interface StagingRecordsProps extends Pick<RecordsScreenProps, 'entity' | 'tabs' | 'actions' | 'intro' | 'scope'> {
  /** Last segment of the tab's address; a record's is one segment longer. */
  tab: string
}

/** A tab with the records of one entity on the project's server: list, and beside it the record in the address. */
export function StagingRecords({ tab, ...screen }: StagingRecordsProps) {
  const { project } = useActiveProject()
  return (
    <RecordsScreen key={screen.entity} {...screen} id={idOf(useParams().record)} baseRoute={tabPath(project.id, tab)} />
  )
}
