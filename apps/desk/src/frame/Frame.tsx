import { usePlace } from '@tavla/app-shell'
import { ShellFrame } from '@tavla/app-shell/frame'
import { useLocation } from 'react-router'
import { listPath, recordPath, unmatchedPath } from '../paths.ts'
import { listLinks, places } from '../places.ts'
import { useQueue } from '../queue/useQueue.ts'
import { useWorker } from '../worker/useWorker.ts'
import { useNavItems } from './useNavItems.ts'

/** The staff area: the main entities in the side navigation, around the screen (reference: screens, Frame). */
export function Frame() {
  const { entity, id } = usePlace()
  useWorker(entity)
  useQueue()
  const isUnmatched = useLocation().pathname.startsWith(unmatchedPath)
  const list = entity === undefined ? (isUnmatched ? unmatchedPath : undefined) : listPath(entity)
  const backPath = id === undefined ? undefined : list
  return (
    <ShellFrame
      {...useNavItems(entity)}
      recordPath={recordPath}
      backPath={backPath}
      places={places}
      listLinks={listLinks}
    />
  )
}
