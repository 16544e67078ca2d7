import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { listPath } from '../paths.ts'

const RecentChanges = lazyPart(() => import('./RecentChanges.tsx'))

/** The records of the entity in the address, and the open one. */
export function EntityScreen() {
  const { entity = '', id } = useParams()
  if (entity === 'Operation Log') {
    return (
      <Suspense fallback={null}>
        <RecentChanges id={idOf(id)} />
      </Suspense>
    )
  }
  return <RecordsScreen key={entity} entity={entity} id={idOf(id)} baseRoute={listPath(entity)} hasRecordTabs />
}
