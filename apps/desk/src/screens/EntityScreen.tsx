import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import { lazyPart } from '@tavla/ui'
import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router'
import { listPath } from '../paths.ts'

/** Lists with a heading and actions of their own. */
const ownScreens: Readonly<Record<string, ComponentType<{ id: string | undefined }>>> = {
  'Operation Log': lazyPart(() => import('./RecentChanges.tsx')),
  'Trash Item': lazyPart(() => import('./Trash.tsx')),
}

/** The records of the entity in the address, and the open one. */
export function EntityScreen() {
  const { entity = '', id } = useParams()
  const Own = ownScreens[entity]
  if (Own) {
    return (
      <Suspense fallback={null}>
        <Own id={idOf(id)} />
      </Suspense>
    )
  }
  return <RecordsScreen key={entity} entity={entity} id={idOf(id)} baseRoute={listPath(entity)} hasRecordTabs />
}
