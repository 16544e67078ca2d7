import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import { useParams } from 'react-router'
import { listPath } from '../paths.ts'

/** The records of the entity in the address, and the open one. */
export function EntityScreen() {
  const { entity = '', id } = useParams()
  return <RecordsScreen key={entity} entity={entity} id={idOf(id)} baseRoute={listPath(entity)} hasRecordTabs />
}
