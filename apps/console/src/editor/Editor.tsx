import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import type { ListScope } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { lazyPart } from '@tavla/ui'
import { useParams } from 'react-router'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { tabPath } from '../staging/staging-path.ts'
import { NewEntity } from './NewEntity.tsx'
import './editor.css'

const EntityPanel = lazyPart(() => import('./EntityPanel.tsx'))

/**
 * The project editor: the entities of a project, and beside them the entity in the address (reference:
 * screens, Project editor).
 */
export function Editor() {
  const { project } = useActiveProject()
  const { session } = useEnvironment()
  return (
    <div className="editor">
      <RecordsScreen
        entity="Entity"
        id={idOf(useParams().record)}
        baseRoute={tabPath(project.id, 'editor')}
        // The session is the one on the project's server, not the one at HQ.
        scope={session.user === 'Administrator' ? everything : withoutOwnApp}
        Panel={EntityPanel}
        New={NewEntity}
      />
    </div>
  )
}

const everything: ListScope = {}
const withoutOwnApp: ListScope = { app_name: ['!=', 'platform'] }
