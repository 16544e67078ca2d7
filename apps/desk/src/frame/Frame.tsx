import { usePlace } from '@tavla/app-shell'
import { ShellFrame } from '@tavla/app-shell/frame'
import { listPath, recordPath } from '../paths.ts'
import { useNavItems } from './useNavItems.ts'

/** The staff area: the main entities in the side navigation, around the screen (spec 2.4). */
export function Frame() {
  const { entity, id } = usePlace()
  const backPath = entity !== undefined && id !== undefined ? listPath(entity) : undefined
  return <ShellFrame {...useNavItems(entity)} recordPath={recordPath} backPath={backPath} />
}
