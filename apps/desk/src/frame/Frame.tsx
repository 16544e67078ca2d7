import { usePlace } from '@tavla/app-shell'
import { ShellFrame } from '@tavla/app-shell/frame'
import { useLocation } from 'react-router'
import { importPath, inboxPath, listPath, recordPath, unmatchedPath } from '../paths.ts'
import { listLinks, places } from '../places.ts'
import { useQueue } from '../queue/useQueue.ts'
import { useWorker } from '../worker/useWorker.ts'
import { useNavItems } from './useNavItems.ts'

/** The staff area: the main entities in the side navigation, around the screen (reference: screens, Frame). */
export function Frame() {
  const { entity, id } = usePlace()
  useWorker(entity)
  useQueue()
  const { pathname } = useLocation()
  const isUnmatched = pathname.startsWith(unmatchedPath)
  const isImport = entity !== undefined && pathname.startsWith(importPath(entity))
  const list = entity === undefined ? (isUnmatched ? unmatchedPath : undefined) : listPath(entity)
  const backPath = id === undefined && !isImport ? undefined : list
  return (
    <ShellFrame
      {...useNavItems(entity)}
      recordPath={recordPath}
      importPath={importPath}
      inboxPath={inboxPath}
      backPath={backPath}
      places={places}
      listLinks={listLinks}
    />
  )
}
