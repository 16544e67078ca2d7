import ImportScreen from '@tavla/entity-ui/import'
import { useLocation, useParams } from 'react-router'
import { importPath, listPath } from '../paths.ts'

/** Records of the entity in the address from a file (reference: screens, Import). */
export function Import() {
  const { entity = '', job } = useParams()
  const file = new URLSearchParams(useLocation().search).get('file') ?? undefined
  return (
    <ImportScreen
      key={entity}
      entity={entity}
      baseRoute={importPath(entity)}
      listRoute={listPath(entity)}
      file={file}
      job={job}
    />
  )
}
